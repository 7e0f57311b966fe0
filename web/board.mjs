// Grids on the page: one to edit, others to look at. Both are tables, so that a screen reader can walk through them.

import { drawn } from "./rules.mjs";

/** Degrees between the colors of two regions. */
const REGION_STEP = 137;

/**
 * What is said of a cell: `mark` chooses its color, `hue` that of a set, `small` stands in its corner, `label` is for
 * screen readers. `notes` are the candidates that are left, with those of them that change and how.
 * @typedef {{left: string, own: Set<string>, change: string}} Notes
 * @typedef {{cell: number, mark: string, hue?: number, small?: string, notes?: Notes, label?: string}} Mark
 */

/** Makes the rows of a table; `make(td, cell)` fills a cell. */
function fill(table, shape, make) {
  table.style.setProperty("--n", shape.n);
  const rows = Array.from({ length: shape.n }, (_, row) => {
    const tr = document.createElement("tr");
    tr.setAttribute("role", "row");
    for (let column = 0; column < shape.n; column++) {
      const cell = row * shape.n + column;
      const td = document.createElement("td");
      td.className = [...shape.edges(cell), ...drawn(shape, cell)].join(" ");
      make(td, cell);
      tr.append(td);
    }
    return tr;
  });
  const body = document.createElement("tbody");
  body.append(...rows);
  table.replaceChildren(body);
}

/** Candidates, each at its place. @param {Notes} notes */
function candidatesOf(shape, { left, own, change }) {
  const notes = document.createElement("small");
  notes.className = "notes";
  notes.style.setProperty("--side", Math.ceil(Math.sqrt(shape.n)));
  const each = shape.digits.map((digit) => {
    const place = document.createElement("span");
    if (left.includes(digit)) place.textContent = digit;
    if (own.has(digit)) place.className = change;
    return place;
  });
  notes.append(...each);
  return notes;
}

/** Shows one cell: its digit, a small second one, and its marks. What color says is said in words too. */
function showCell(td, shape, cell, digit, mark) {
  td.dataset.mark = mark?.mark ?? "";
  td.style.setProperty("--hue", mark?.hue ?? 0);
  td.dataset.digit = digit === "." ? "" : digit;
  td.textContent = td.dataset.digit;
  if (mark?.small) {
    const small = document.createElement("small");
    small.textContent = mark.small;
    td.append(small);
  }
  if (mark?.notes?.left) td.append(candidatesOf(shape, mark.notes));
  const said = [`row ${Math.floor(cell / shape.n) + 1}, column ${(cell % shape.n) + 1}`];
  said.push(digit === "." ? "empty" : digit);
  if (shape.regions) said.push(`region ${shape.regionOf(cell) + 1}`);
  if (mark?.label) said.push(mark.label);
  td.setAttribute("aria-label", said.join(", "));
}

/** The marks by their cells. @param {Mark[]} marks */
const byCell = (marks) => new Map(marks.map((mark) => [mark.cell, mark]));

/** A grid to look at. `weak` has the digits of cells that are no clues. @param {Mark[]} marks */
export function draw(table, shape, line, { weak = "", marks = [] } = {}) {
  const of = byCell(marks);
  fill(table, shape, (td, cell) => {
    const isClue = line[cell] !== ".";
    showCell(td, shape, cell, isClue ? line[cell] : (weak[cell] ?? "."), of.get(cell));
    if (!isClue) td.classList.add("weak");
  });
}

/** The grid that is edited by keys, clicks and the row of buttons below it. */
export class Board {
  /**
   * `changed(line)` is called after every change by hand; `paint(cell, region)` for a digit that names a region, while
   * these are drawn.
   */
  constructor(table, pad, { changed, paint }) {
    Object.assign(this, { table, pad, changed, paint, current: 0, isPainting: false });
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("click", (event) => this.#select(this.cells.indexOf(event.target.closest("td"))));
    // A cell gets the focus before the click that gives it, and from Tab without a click.
    table.addEventListener("focusin", (event) => this.#select(this.cells.indexOf(event.target.closest("td")), false));
  }

  /** Shows another puzzle, perhaps of another shape. */
  load(shape, line) {
    const isNew = !shape.isLike(this.shape);
    [this.shape, this.line] = [shape, line];
    if (isNew) this.#build();
    this.mark([]);
  }

  /** Colors cells, in place of those before. @param {Mark[]} marks */
  mark(marks) {
    const of = byCell(marks);
    for (const [cell, td] of this.cells.entries()) showCell(td, this.shape, cell, this.line[cell], of.get(cell));
  }

  /** Digits name regions from now on, or digits again. */
  draws(isPainting) {
    this.isPainting = isPainting;
    this.table.classList.toggle("painting", isPainting);
  }

  #build() {
    // Where only the rules are others, whoever is at a cell stays there.
    const framed = this.table.querySelector(".current");
    const stays = framed && this.cells.length === this.shape.nCells;
    const hasFocus = framed === document.activeElement;
    if (!stays) this.current = 0;
    fill(this.table, this.shape, (td, cell) => {
      td.setAttribute("role", "gridcell");
      td.tabIndex = cell === this.current ? 0 : -1;
      const region = this.shape.regionOf(cell);
      td.dataset.region = this.shape.digits[region];
      td.style.setProperty("--region", (region * REGION_STEP) % 360);
    });
    this.cells = [...this.table.querySelectorAll("td")];
    const buttons = [...this.shape.digits, "."].map((digit) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = digit === "." ? "⌫" : digit;
      button.setAttribute("aria-label", digit === "." ? "Empty the cell" : `Put ${digit}`);
      button.addEventListener("click", () => this.#put(digit, false));
      return button;
    });
    this.pad.replaceChildren(...buttons);
    if (stays) this.#select(this.current, hasFocus);
  }

  /** One cell at a time can be reached by Tab; the arrows go to the others. */
  #select(cell, focus = true) {
    if (cell < 0) return;
    this.cells[this.current].tabIndex = -1;
    this.cells[this.current].classList.remove("current");
    this.current = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].classList.add("current");
    if (focus) this.cells[cell].focus();
  }

  #put(digit, goOn) {
    const cell = this.current;
    if (this.isPainting) return digit === "." || this.paint(cell, this.shape.digits.indexOf(digit));
    this.line = this.line.slice(0, cell) + digit + this.line.slice(cell + 1);
    showCell(this.cells[cell], this.shape, cell, digit);
    if (goOn && cell + 1 < this.shape.nCells) this.#select(cell + 1);
    else this.#select(cell, goOn);
    this.changed(this.line);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { n, nCells } = this.shape;
    const [cell, column] = [this.current, this.current % n];
    const moves = {
      ArrowLeft: column > 0 ? cell - 1 : cell,
      ArrowRight: column < n - 1 ? cell + 1 : cell,
      ArrowUp: cell >= n ? cell - n : cell,
      ArrowDown: cell + n < nCells ? cell + n : cell,
      Home: cell - column,
      End: cell - column + n - 1,
    };
    const key = event.key.toUpperCase();
    if (event.key in moves) this.#select(moves[event.key]);
    else if (this.shape.digits.includes(key)) this.#put(key, true);
    else if ([" ", ".", "0"].includes(key)) this.#put(".", true);
    else if (["BACKSPACE", "DELETE"].includes(key)) this.#put(".", false);
    else return;
    event.preventDefault();
  }
}
