// Sizes of grids, and lines of digits: one character a cell, row by row, `.` for an empty cell.

import { areRules, regionsOf, withoutBoxes } from "./rules.mjs";

/** Rows and columns of a box of each size that the page offers. */
const BOXES = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5] };

export class Shape {
  /** `rules` are those of a variant, such as `x,anti-knight`; boxes among them are these ones. */
  constructor(boxRows, boxColumns, rules = "") {
    [this.boxRows, this.boxColumns, this.rules] = [boxRows, boxColumns, withoutBoxes(rules)];
    this.regions = regionsOf(rules);
    this.n = boxRows * boxColumns;
    const isUsual = this.regions || BOXES[this.n]?.[0] === boxRows;
    /** What a question or an address says beside a line: the rules, and boxes that the line alone would not have. */
    this.allRules = [isUsual ? "" : `${boxRows}x${boxColumns}`, this.rules].filter(Boolean).join(",");
    this.nCells = this.n * this.n;
    this.digits = Array.from({ length: this.n }, (_, i) => (i < 9 ? String(i + 1) : "A"));
  }

  /** The usual boxes of grids with n rows, if n is one of our sizes. */
  static ofRows(n) {
    return BOXES[n] && new Shape(...BOXES[n]);
  }

  /** The usual shape of a line, if its length is one of ours. */
  static ofLine(line) {
    return Shape.ofRows(Math.sqrt(line.length));
  }

  /**
   * The same size with other rules. A jigsaw has no boxes, and once its regions are gone the usual ones are back. Order
   * 5 has none, and is a Latin square then.
   */
  with(rules) {
    if (regionsOf(rules)) return new Shape(1, this.n, rules);
    const { boxRows, boxColumns } = (this.regions && Shape.ofRows(this.n)) || this;
    return new Shape(boxRows, boxColumns, rules);
  }

  isLike(other) {
    return this.n === other?.n && this.boxRows === other.boxRows && this.rules === other.rules;
  }

  empty() {
    return ".".repeat(this.nCells);
  }

  /** For people: row and column from 1. */
  name(cell) {
    return `R${Math.floor(cell / this.n) + 1}C${(cell % this.n) + 1}`;
  }

  /** The number, from 0, of the row, column or box of a cell; a Latin square has no boxes. */
  houseOf(cell, kind) {
    const [row, column] = [Math.floor(cell / this.n), cell % this.n];
    if (kind === "box") return Math.floor(row / this.boxRows) * this.boxRows + Math.floor(column / this.boxColumns);
    return kind === "row" ? row : column;
  }

  /** Is a cell on the diagonal that is `falling`, from the upper left, or `rising`? */
  isOnDiagonal(cell, which) {
    const [row, column] = [Math.floor(cell / this.n), cell % this.n];
    return which === "falling" ? row === column : row + column === this.n - 1;
  }

  /** The number, from 0, of the region of a cell, by their letters; boxes are regions where there are no others. */
  regionOf(cell) {
    return this.regions ? [...new Set(this.regions)].sort().indexOf(this.regions[cell]) : this.houseOf(cell, "box");
  }

  /** The same grid, with a cell in another region: a letter for each cell. */
  regionsWith(cell, region) {
    const numbers = Array.from({ length: this.nCells }, (_, other) => (other === cell ? region : this.regionOf(other)));
    return numbers.map((number) => String.fromCharCode(65 + number)).join("");
  }

  /** The edges of a box or region that a cell lies at, as names of classes. */
  edges(cell) {
    const [row, column] = [Math.floor(cell / this.n), cell % this.n];
    const isOther = (before) => this.regions[cell] !== this.regions[before];
    const edges = [];
    if (this.regions ? row === 0 || isOther(cell - this.n) : row % this.boxRows === 0) edges.push("top");
    if (row === this.n - 1) edges.push("bottom");
    if (this.regions ? column === 0 || isOther(cell - 1) : column % this.boxColumns === 0) edges.push("left");
    if (column === this.n - 1) edges.push("right");
    return edges;
  }
}

/** What stands after the # of an address: a line, and rules before it. Nothing if it cannot be decoded. */
export function ofFragment(fragment) {
  let text;
  try {
    text = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  const [first, ...others] = text.split("/");
  return others.length > 0 && areRules(first) ? { rules: first, line: others.join("/") } : { rules: "", line: text };
}

/** The same of a text that is a link to a puzzle, as this page writes them; nothing if it is anything else. */
export function ofLink(text) {
  const [, fragment] = /^[^\s#]*#(\S+)$/.exec(text.trim()) ?? [];
  const found = fragment && ofFragment(fragment);
  const isOurs = found && /^[1-9A.]+$/.test(found.line) && (found.rules || Shape.ofLine(found.line));
  return isOurs ? found : undefined;
}

export const nClues = (line) => line.length - line.split(".").length + 1;

/** Up to this many cells are named one by one. */
const NAMED = 12;

export function names(shape, cells) {
  const first = cells.slice(0, NAMED).map((cell) => shape.name(cell)).join(", ");
  return cells.length > NAMED ? `${first} and ${cells.length - NAMED} more` : first;
}
