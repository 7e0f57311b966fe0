// Unavoidable sets in colors, each with its second solution.

import { draw } from "./board.mjs";
import { names, nClues } from "./shape.mjs";

/** Degrees between the colors of two sets: neighbors in the order look unlike each other. */
const HUE_STEP = 137;

/** Pairwise disjoint ones, smallest first: each needs a clue of its own. */
function disjoint(sets) {
  const used = new Set();
  const chosen = [];
  for (const [i, { cells }] of sets.entries()) {
    if (cells.some((cell) => used.has(cell))) continue;
    cells.forEach((cell) => used.add(cell));
    chosen.push(i);
  }
  return chosen;
}

export class SetsPanel {
  constructor({ table, list, note, legend, apart }) {
    Object.assign(this, { table, list, note, legend });
    apart.addEventListener("click", () => this.#choose(disjoint(this.sets)));
  }

  /** Shows the sets of `grid`; `line` is the puzzle that has to meet them. */
  load(shape, line, grid, { max_size: maxSize, sets }) {
    Object.assign(this, { shape, line, grid, sets });
    const sizes = new Map();
    for (const { cells } of sets) sizes.set(cells.length, (sizes.get(cells.length) ?? 0) + 1);
    const counts = [...sizes].map(([size, n]) => `${n} of ${size}`).join(", ");
    this.note.textContent =
      `${sets.length} minimal unavoidable sets have at most ${maxSize} cells (${counts}). ` +
      "The cells of each can be filled in another way, so every puzzle has a clue in it.";
    this.buttons = sets.map(({ cells }, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${cells.length}: ${shape.name(cells[0])}`;
      button.title = names(shape, cells);
      button.addEventListener("click", () => this.#toggle(i));
      return button;
    });
    this.list.replaceChildren(...this.buttons);
    this.#choose(sets.length > 0 ? [0] : []);
  }

  #toggle(i) {
    this.#choose(this.chosen.includes(i) ? this.chosen.filter((other) => other !== i) : [...this.chosen, i]);
  }

  #choose(chosen) {
    this.chosen = chosen;
    const marks = [];
    for (const [i, button] of this.buttons.entries()) button.setAttribute("aria-pressed", chosen.includes(i));
    const lines = chosen.map((i, order) => {
      const hue = (order * HUE_STEP) % 360;
      const { cells, second } = this.sets[i];
      this.buttons[i].style.setProperty("--hue", hue);
      for (const cell of cells) {
        const label = `set ${order + 1}, ${second[cell]} in its second solution`;
        marks.push({ cell, mark: "set", hue, small: second[cell], label });
      }
      return this.#line(order, hue, cells);
    });
    draw(this.table, this.shape, this.line, { weak: this.grid, marks });
    if (this.#areDisjoint()) {
      const item = document.createElement("li");
      item.className = "sum";
      item.textContent = `No cell is in two of these ${chosen.length} sets: every puzzle has at least ${chosen.length} clues.`;
      lines.push(item);
    }
    this.legend.replaceChildren(...lines);
  }

  #areDisjoint() {
    const cells = this.chosen.flatMap((i) => this.sets[i].cells);
    return this.chosen.length > 1 && new Set(cells).size === cells.length;
  }

  /** What is said of one set. */
  #line(order, hue, cells) {
    const item = document.createElement("li");
    item.style.setProperty("--hue", hue);
    const met = cells.filter((cell) => this.line[cell] !== ".");
    const isPuzzle = nClues(this.line) < this.shape.nCells;
    const clues = isPuzzle ? ` Clues in it: ${names(this.shape, met)}.` : "";
    item.textContent = `Set ${order + 1}, ${cells.length} cells: ${names(this.shape, cells)}.${clues}`;
    return item;
  }
}
