// Teaching solvers at work on one puzzle, side by side: played, or step by step, forwards and back.

import { draw } from "./board.mjs";

/** What people read of each solver, and what it counts. */
const SOLVERS = {
  fill: ["Brute force: the next cell, the next value", "tries"],
  mrv: ["Fewest candidates first (MRV)", "recursions"],
  ctn: ["Largest contribution number first (CtN)", "recursions"],
};
/** Milliseconds between two pictures. */
const FRAME = 50;

export class WatchPanel {
  constructor({ grids, status, play, back, forward, start, speed }) {
    Object.assign(this, { grids, status, play, speed });
    play.addEventListener("click", () => (this.timer ? this.pause() : this.run()));
    back.addEventListener("click", () => this.#move(this.at - 1));
    forward.addEventListener("click", () => this.#move(this.at + 1));
    start.addEventListener("click", () => this.#move(0));
    speed.addEventListener("change", () => this.timer && this.run());
  }

  /** Begins anew with a puzzle; solvers come with `add`. */
  load(shape, line) {
    this.pause();
    Object.assign(this, { shape, line, solvers: [], at: 0 });
    this.grids.replaceChildren();
    this.status.textContent = "";
  }

  /** Shows one solver more. */
  add({ solver, steps, n_steps: nSteps, count, ended }) {
    const figure = document.createElement("figure");
    const table = document.createElement("table");
    table.className = "grid";
    const caption = document.createElement("figcaption");
    figure.append(table, caption);
    this.grids.append(figure);
    const [title, unit] = SOLVERS[solver];
    table.setAttribute("aria-label", title);
    this.solvers.push({ title, unit, table, caption, steps, nSteps, count, ended, digits: [], at: 0 });
    this.#move(this.at);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = "Play";
    if (this.solvers?.length) this.#say();
  }

  /** Plays from here on. */
  run() {
    clearInterval(this.timer);
    if (this.at >= this.#end()) this.#show(0);
    const each = (Number(this.speed.value) * FRAME) / 1000;
    let due = 0;
    this.timer = setInterval(() => {
      due += each;
      if (due >= 1) this.#show(this.at + Math.floor(due));
      due %= 1;
      if (this.at >= this.#end()) this.pause();
    }, FRAME);
    this.play.textContent = "Pause";
    // Who listens would hear every step; the last one is said at a pause.
    this.status.textContent = "Playing.";
  }

  #end() {
    return Math.max(...this.solvers.map(({ steps }) => steps.length));
  }

  /** By hand. */
  #move(at) {
    this.pause();
    this.#show(at);
    this.#say();
  }

  #show(at) {
    this.at = Math.min(Math.max(at, 0), this.#end());
    for (const solver of this.solvers) this.#draw(solver, Math.min(this.at, solver.steps.length));
  }

  #draw(solver, at) {
    const { steps, table } = solver;
    if (at < solver.at || !solver.digits.length) Object.assign(solver, { at: 0, digits: [...this.shape.empty()] });
    for (; solver.at < at; solver.at++) {
      const [cell, digit] = steps[solver.at];
      solver.digits[cell] = this.shape.digits[digit - 1] ?? ".";
    }
    const [cell, digit] = steps[at - 1] ?? [];
    const marks = cell === undefined ? [] : [{ cell, mark: "now", label: digit ? "just written" : "just emptied" }];
    draw(table, this.shape, this.line, { weak: solver.digits.join(""), marks });
    solver.caption.textContent = `${solver.title}: ${this.#state(solver)}`;
  }

  #state({ steps, nSteps, count, ended, unit, at }) {
    const so = (n) => n.toLocaleString("en");
    const now = `${so(at && steps[at - 1][2])} ${unit}`;
    if (at < steps.length || !steps.length) return steps.length ? now : "nothing to do";
    const whole = `${so(count)} ${unit}, ${so(nSteps)} steps`;
    if (!ended) return `${now}; given up after ${so(count)} ${unit}`;
    return at < nSteps ? `${now}; continues like this, ${whole} in all` : `done after ${whole}`;
  }

  #say() {
    const each = this.solvers.map((solver) => `${solver.title}: ${this.#state(solver)}.`);
    this.status.textContent = `Step ${this.at}. ${each.join(" ")}`;
  }
}
