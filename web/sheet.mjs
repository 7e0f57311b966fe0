// Puzzles on paper, with their solutions: seen by printers only.

import { draw } from "./board.mjs";
import { inWords } from "./rules.mjs";

/** Puzzles, and solutions, on a page; as large as fits on A4 and on letter. */
const [PUZZLES, SOLUTIONS] = [6, 20];

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** A puzzle, or its solution, below its number. */
function figure(item, number, solution) {
  const table = element("table", { className: "grid" });
  // How hard it is, or which rules it has: that is for whoever solves it.
  const about = solution ? "" : (item.level ?? inWords(item.shape.rules));
  draw(table, item.shape, item.line, { weak: solution });
  return element("figure", {}, element("figcaption", { textContent: [number, about].filter(Boolean).join(": ") }), table);
}

/** Pages of figures. */
function pages(title, className, perPage, figures) {
  const made = [];
  for (let first = 0; first < figures.length; first += perPage) {
    const some = element("div", {}, ...figures.slice(first, first + perPage));
    made.push(element("section", { className }, element("h1", { textContent: title }), some));
  }
  return made;
}

/** Puts puzzles on paper; of one without a solution, only the puzzle. @param {{shape, line, solution, level}[]} items */
export function toPaper(paper, title, items, isSolved) {
  const puzzles = items.map((item, i) => figure(item, i + 1));
  const solved = items.map((item, i) => [item, i]).filter(([{ solution }]) => isSolved && solution);
  const solutions = solved.map(([item, i]) => figure(item, i + 1, item.solution));
  paper.replaceChildren(
    ...pages(title, items.length > 1 ? "puzzles" : "puzzles one", PUZZLES, puzzles),
    ...pages(`${title}: ${solutions.length > 1 ? "solutions" : "solution"}`, "solutions", SOLUTIONS, solutions),
  );
}
