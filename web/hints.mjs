// The way of a person through a puzzle, as hints: each step is first named, then shown, then taken.

import { draw } from "./board.mjs";

/** What a sentence names: cells such as R1C2, and houses such as `row 3`, `columns 1, 2 and 5` or `region B`. */
const IN_WORDS =
  /R(\d+)C(\d+)|\b(row|column|box)(?:e?s (\d+(?:, \d+)* and \d+)| (\d+))|\bregion (\w)|(falling|rising) diagonal/g;

/** The cells that a sentence names, and those of the houses that it names. */
export function named(shape, text) {
  const [cells, houses] = [new Set(), new Set()];
  for (const [, row, column, kind, several, one, region, diagonal] of text.matchAll(IN_WORDS)) {
    if (row) cells.add((row - 1) * shape.n + (column - 1));
    const numbers = (several ?? one ?? "").match(/\d+/g) ?? [];
    for (let cell = 0; cell < shape.nCells; cell++) {
      if (numbers.some((number) => shape.houseOf(cell, kind) === number - 1)) houses.add(cell);
      if (region && shape.regions[cell] === region) houses.add(cell);
      if (diagonal && shape.isOnDiagonal(cell, diagonal)) houses.add(cell);
    }
  }
  return { cells, houses };
}

/** For screen readers. */
const candidates = (left) => `candidates ${[...left].join(" ")}`;

export class HintsPanel {
  constructor({ table, text, next, back, start }) {
    Object.assign(this, { table, text, next });
    next.addEventListener("click", () => this.#go(this.at + 1));
    back.addEventListener("click", () => this.#go(this.at - 1));
    start.addEventListener("click", () => this.#go(0));
  }

  /** Begins at the first of the steps from a puzzle to its solution. */
  load(shape, line, steps, solution) {
    Object.assign(this, { shape, line, steps, solution });
    this.#go(0);
  }

  /** Two stages for each step, and one more for the solution. */
  #go(at) {
    const { steps } = this;
    this.at = Math.min(Math.max(at, 0), 2 * steps.length);
    const step = steps[this.at >> 1];
    const isShown = this.at % 2 === 1;
    if (!step) {
      this.text.textContent = "Solved.";
      this.next.textContent = "Done";
      return draw(this.table, this.shape, this.line, { weak: this.solution });
    }
    const name = `Step ${(this.at >> 1) + 1} of ${steps.length}: ${step.technique} (${step.level}).`;
    this.text.textContent = isShown ? `${name} ${step.text}.` : name;
    this.next.textContent = isShown ? "Apply" : "Show where";
    draw(this.table, this.shape, this.line, { weak: step.line, marks: this.#marks(step, isShown) });
  }

  /** Candidates everywhere; what the step is about, once it is shown. */
  #marks({ text, placed, removed, left }, isShown) {
    const { cells, houses } = isShown ? named(this.shape, text) : { cells: new Set(), houses: new Set() };
    const changes = isShown ? [...(placed ? [placed] : []), ...removed] : [];
    return left.map((digits, cell) => {
      const own = new Set(changes.filter(([other]) => other === cell).map(([, digit]) => digit));
      const notes = { left: digits, own, change: placed ? "placed" : "gone" };
      const said = digits ? [candidates(digits)] : [];
      if (own.size > 0) return { cell, mark: "now", notes, label: [...said, `${[...own].join(" ")} ${notes.change}`].join(", ") };
      if (cells.has(cell)) return { cell, mark: "why", notes, label: [...said, "part of the reason"].join(", ") };
      return { cell, mark: houses.has(cell) ? "house" : "", notes, label: said[0] };
    });
  }
}
