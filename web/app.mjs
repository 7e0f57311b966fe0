// What happens on the page: text comes in, questions go to the engine, and what it says is shown.

import { Board, draw } from "./board.mjs";
import { Bounds, sentence } from "./bounds.mjs";
import { Engine } from "./engine.mjs";
import { HintsPanel } from "./hints.mjs";
import { SetsPanel } from "./sets.mjs";
import { RULES, inWords, rulesOf } from "./rules.mjs";
import { toPaper } from "./sheet.mjs";
import { Shape, names, nClues, ofFragment, ofLink } from "./shape.mjs";
import { WatchPanel } from "./watch.mjs";

/** A puzzle of 27 clues, each of them needed, of the grid in `instances/9x9-17.txt`: it has another one with 17. */
const EXAMPLE = "9...4......8......7421.39.....4.87....1.5....5....6..33.7.6..12.15...8.9......3..";
/** Milliseconds of rest after which what is typed is looked at. */
const REST = 150;
/** Bytes of a text that the engine reads. */
const LONGEST_TEXT = 1 << 20;
/** The first bytes of every certificate: those of zstd. */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

const id = (name) => document.getElementById(name);
/** What stands above the rules while none is chosen. */
const MORE_RULES = id("rules-title").textContent;
const show = (name, visible) => (id(name).hidden = !visible);
/** Shows an answer, on phones too, where it is far below its button. */
const bring = (name) => {
  show(name, true);
  id(name).scrollIntoView({ block: "nearest" });
};
const count = (n) => n.toLocaleString("en");

const engine = new Engine(id("engine").textContent, id("worker").textContent);
const board = new Board(id("board"), id("pad"), { changed, paint });
const panel = new SetsPanel({
  table: id("set-board"),
  list: id("set-list"),
  note: id("set-note"),
  legend: id("set-legend"),
  apart: id("apart"),
});

const hints = new HintsPanel({
  table: id("hint-board"),
  text: id("hint-text"),
  next: id("hint-next"),
  back: id("hint-back"),
  start: id("hint-start"),
});

const watched = new WatchPanel({
  grids: id("watch-grids"),
  status: id("watch-status"),
  play: id("play"),
  back: id("back"),
  forward: id("forward"),
  start: id("rewind"),
  speed: id("speed"),
});

/** What was said of the puzzle on the board; nothing while that is not known. */
let known;
/** The way of a person through it; nothing while that is not known. */
let way;
/** The puzzles of the sheet. */
let kept = [];
/** What stops each question about the puzzle that is open, by its verb. */
const questions = new Map();
let stopSearch = () => {};
let stopVerify = () => {};
let rest;

/** Ends a question, if it is open. */
function endQuestion(verb) {
  questions.get(verb)?.();
  questions.delete(verb);
}

/**
 * Asks about the puzzle on the board, with its boxes and rules, or about a text that has its own. An open question of
 * the same verb ends.
 */
function ask(verb, question, hear, rules) {
  askAs(verb, verb, question, hear, rules);
}

/** The same, where two questions of a verb may be open under names of their own. */
function askAs(name, verb, question, hear, rules = board.shape.allRules) {
  endQuestion(name);
  const pass = (said) => {
    if (said.is === "end" || said.is === "failed") questions.delete(name);
    hear(said);
    enable();
  };
  questions.set(name, engine.ask(verb, question, pass, rules));
  enable();
}

/** Puts a puzzle on the board and asks what it is. */
function load(shape, line) {
  board.load(shape, line);
  id("size").value = shape.n;
  for (const tick of ticks) tick.checked = shape.rules.split(",").includes(tick.value);
  id("regions").value = shape.regions;
  id("rules-title").textContent = shape.rules ? `Rules: ${inWords(shape.rules)}` : MORE_RULES;
  changed(line);
}

/** Takes the rules that are chosen. */
function chooseRules() {
  const ticked = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
  load(board.shape.with(rulesOf(ticked, id("regions").value)), board.line);
}

/** Puts a cell into another region. */
function paint(cell, region) {
  id("regions").value = board.shape.regionsWith(cell, region);
  chooseRules();
}

/** A tick for each rule. */
const ticks = Object.entries(RULES).map(([rule, says]) => {
  const [label, tick] = [document.createElement("label"), document.createElement("input")];
  Object.assign(tick, { type: "checkbox", value: rule });
  tick.addEventListener("change", chooseRules);
  label.append(tick, ` ${says}`);
  id("rules").append(label);
  return tick;
});

/** Has the engine read a text; `take` gets the puzzle, `refuse` what is wrong with it. */
function read(text, take, refuse, rules) {
  clearTimeout(rest);
  const hear = (said) => {
    if (said.is === "puzzle") take(said);
    else if (said.is !== "end") refuse(said.message);
  };
  ask("read", text, hear, rules);
}

/** Reads a line, or text of any form, and shows what stands there. */
function readLine(text, rules) {
  const refuse = (message) => {
    complain(message);
    // The board stays, and the look at it may have been ended for this. What is wrong with the text is still said.
    const lookAgain = (said) => {
      look(said);
      complain(message);
    };
    if (!known && nClues(board.line) > 0) read(board.line, lookAgain, () => {});
  };
  read(text, (said) => load(new Shape(...said.boxes, said.rules), said.line), refuse, rules);
}

/** Reads what was typed, pasted or dropped: a link to a puzzle has rules of its own, and text may have boxes. */
function readText(text) {
  const { line, rules } = ofLink(text) ?? { line: text, rules: board.shape.rules };
  readLine(line, rules);
}

/** The puzzle on the board is another one. */
function changed(line) {
  stop();
  for (const verb of questions.keys()) endQuestion(verb);
  clearTimeout(rest);
  known = undefined;
  way = undefined;
  id("level").textContent = "";
  watched.pause();
  for (const name of ["two", "hints-section", "sets-section", "result", "watch-section"]) show(name, false);
  enable();
  const { allRules } = board.shape;
  const address = `#${allRules && `${allRules}/`}${line}`;
  try {
    history.replaceState(null, "", nClues(line) > 0 ? address : location.pathname);
  } catch {
    // Safari takes no more than a hundred of these in half a minute. The link has the address all the same.
  }
  id("link").href = address;
  id("status").className = "";
  id("status").textContent = "Looking…";
  if (nClues(line) === 0) {
    id("status").textContent = "Type digits into the grid, paste a puzzle, or drop a certificate here.";
    return board.mark([]);
  }
  rest = setTimeout(() => read(line, look, complain), REST);
}

/** Says what is wrong; what was marked on the board belongs to what was said before. */
function complain(message) {
  board.mark([]);
  id("status").className = "bad";
  id("status").textContent = message;
}

/** Which buttons make sense now. */
function enable() {
  const isSearching = questions.has("minimum") || questions.has("within");
  const isPuzzle = known?.solutions.are === "one";
  const isGrid = isPuzzle && nClues(known.line) === known.line.length;
  id("solve").disabled = !isPuzzle || isSearching;
  id("sets").disabled = !isPuzzle || isSearching || questions.has("sets");
  id("within").disabled = !isPuzzle || isGrid || isSearching;
  // The teaching solvers know plain Sudoku.
  const isTaught = isPuzzle && !isGrid && board.shape.rules === "";
  id("watch").disabled = !isTaught || isSearching || questions.has("watch");
  id("stop").disabled = !isSearching;
  id("hint").disabled = !way?.steps.length;
  id("keep").disabled = !isPuzzle;
  id("make").textContent = questions.has("make") ? "Stop" : "New puzzle";
  id("fill").disabled = questions.has("fill");
}

/** Says what the puzzle is. */
function look(said) {
  known = said;
  const { shape, line } = board;
  const [n, { solutions }] = [nClues(line), said];
  const clues = `${n} ${n === 1 ? "clue" : "clues"}`;
  if (solutions.are === "one") {
    board.mark([]);
    const spare = solutions.redundant.length;
    let needed = "None of them can be dropped.";
    if (spare === 1) needed = "One of them could be dropped.";
    if (spare > 1) needed = `Any one of ${spare} clues could be dropped.`;
    id("status").className = "good";
    id("status").textContent =
      n === shape.nCells ? "A complete grid." : `A puzzle: ${clues}, one solution. ${needed}`;
    if (n < shape.nCells) askWay();
  } else if (solutions.are === "none") {
    complain(
      solutions.clues.length === 0
        ? "No grid keeps these rules, whatever the clues."
        : `No solution: the clues in ${names(shape, solutions.clues)} contradict each other.`,
    );
    board.mark(solutions.clues.map((cell) => ({ cell, mark: "clash", label: "part of a contradiction" })));
  } else {
    twoSolutions(clues, solutions);
  }
}

/** Asks how hard the puzzle is for people, and for its hints. */
function askWay() {
  const level = id("level");
  ask("steps", board.line, (said) => {
    if (said.is === "way") {
      way = said;
      const times = said.steps.filter(({ technique }) => technique === said.technique).length;
      const often = times > 1 ? ` (${times} times)` : "";
      const n = said.steps.length;
      const steps = n === 1 ? `1 step: ${said.technique}` : `${n} steps, hardest: ${said.technique}${often}`;
      level.textContent = `Level: ${said.level}. ${steps}.`;
    } else if (said.is !== "end") {
      level.textContent = `${said.message}.`;
    }
  });
}

function showHints() {
  const { shape, line } = board;
  hints.load(shape, line, way.steps, known.solutions.grid);
  bring("hints-section");
  id("hint-next").focus({ preventScroll: true });
}

/** Two solutions of a broken puzzle, with the cells in which they differ. */
function twoSolutions(clues, { two, cells, n, all }) {
  const { shape, line } = board;
  const [one, other] = two;
  const mark = (cell, small, label) => ({ cell, mark: "differs", small, label });
  const many = all ? `${count(n)} solutions` : `at least ${count(n)} solutions`;
  complain(
    `Not a puzzle yet: ${clues}, ${many}. Two of them differ in ${names(shape, cells)}; ` +
      "a clue in one of these cells decides between the two.",
  );
  board.mark(cells.map((cell) => mark(cell, `${one[cell]}/${other[cell]}`, `${one[cell]} or ${other[cell]}`)));
  for (const [name, solution] of [["one", one], ["other", other]]) {
    const marks = cells.map((cell) => mark(cell, undefined, "differs"));
    draw(id(name), shape, line, { weak: solution, marks });
  }
  show("two", true);
}

/** Ends a search; what was proven by then stays. */
function stop() {
  stopSearch();
}

/** Looks for the fewest clues: `minimum` among all cells, `within` among those of the puzzle. */
function search(verb) {
  stop();
  const { shape, line } = board;
  const { grid } = known.solutions;
  const bounds = new Bounds(id("bounds"), verb);
  let last;
  let best;
  const own = nClues(line) === shape.nCells ? undefined : nClues(line);
  id("result-title").textContent = verb === "within" ? "Fewest of your own clues" : "Fewest clues";
  id("bounds-text").textContent = "Searching for unavoidable sets…";
  id("bounds").replaceChildren();
  draw(id("own"), shape, line, { weak: grid });
  id("own-text").textContent = own === undefined ? "The grid." : `Yours: ${own} clues.`;
  show("best-figure", false);
  bring("result");
  // While nothing changes the picture still says how long that lasts.
  const clock = setInterval(() => bounds.draw(), 500);
  const end = (text) => {
    stopSearch = () => {};
    endQuestion(verb);
    enable();
    clearInterval(clock);
    bounds.end();
    id("bounds-text").textContent = text;
  };
  const showBest = (puzzle) => {
    best = puzzle;
    draw(id("best"), shape, best, { weak: grid });
    id("best-text").textContent = `A puzzle with ${nClues(best)} clues.`;
    id("best-line").textContent = best;
    show("best-figure", true);
  };
  const seconds = () => `${bounds.seconds().toFixed(1)} s`;
  ask(verb, line, (said) => {
    if (said.is === "bounds") {
      const isNew = last?.lower !== said.lower || last?.upper !== said.upper;
      last = said;
      if (isNew) bounds.add(said.lower, said.upper);
      if (isNew) id("bounds-text").textContent = `${sentence(verb, said.lower, said.upper)}.`;
    } else if (said.is === "better") {
      showBest(said.puzzle);
    } else if (said.is === "minimum") {
      bounds.add(said.clues, said.clues);
      bounds.end();
      showBest(said.puzzle);
      const spare = own === undefined || own === said.clues ? "" : ` Yours has ${own - said.clues} more.`;
      end(`${sentence(verb, said.clues, said.clues)}, proven in ${seconds()} (${count(said.nodes)} nodes).${spare}`);
    } else if (said.is !== "end") {
      end(said.message);
    }
  });
  stopSearch = () => {
    const proven = last ? sentence(verb, last.lower, last.upper) : "Nothing is proven yet";
    end(`Stopped after ${seconds()}. ${proven}.`);
  };
}

function askSets() {
  const { shape, line } = board;
  const { grid } = known.solutions;
  ask("sets", line, (said) => {
    if (said.is === "sets") {
      panel.load(shape, line, grid, said);
      bring("sets-section");
    } else if (said.is !== "end") {
      complain(said.message);
    }
  });
}

/** Has the teaching solvers solve the puzzle, to watch them. */
function askWatched() {
  const { shape, line } = board;
  watched.load(shape, line);
  ask("watch", line, (said) => {
    if (said.is === "watched") {
      watched.add(said);
      show("watch-section", true);
    } else if (said.is !== "end") {
      complain(said.message);
    } else if ([id("watch"), document.body].includes(document.activeElement)) {
      // Whoever has gone elsewhere meanwhile stays there.
      id("play").focus();
    }
    if (said.is === "end" && !matchMedia("(prefers-reduced-motion: reduce)").matches) watched.run();
  });
}

/**
 * Has puzzles made: of the level that is chosen, with the boxes and rules of the board. `take` gets each. What cannot be
 * made is said.
 */
function make(verb, n, take) {
  const { shape } = board;
  const level = id("wanted").value;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const hear = (said) => {
    if (said.is === "made") take({ shape, line: said.puzzle, solution: said.solution, level: said.level });
    else if (said.is !== "end") complain(said.message);
  };
  askAs(verb, "make", `${level} ${seed} ${n}\n${shape.empty()}`, hear);
}

/** A new puzzle for the board; or no more of it. */
function makeOne() {
  if (!questions.has("make")) return make("make", 1, ({ shape, line }) => load(shape, line));
  endQuestion("make");
  enable();
}

/** Another puzzle for the sheet. */
function keep(item) {
  kept.push(item);
  sayKept();
}

function sayKept() {
  const what = kept.map(({ shape, level }) => [level, `${shape.n}×${shape.n}`].filter(Boolean).join(" "));
  id("kept").textContent = kept.length > 0 ? `On the sheet: ${what.join(", ")}.` : "The sheet has the puzzle of the board.";
}

/** The puzzle of the board, for the sheet. */
function current() {
  const solution = known?.solutions.are === "one" ? known.solutions.grid : undefined;
  return { shape: board.shape, line: board.line, solution, level: way?.level };
}

/** A file is a certificate, or has a puzzle. */
async function readFile(file) {
  let text;
  try {
    const first = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
    if (!MAGIC.every((byte, i) => first[i] === byte)) text = await file.slice(0, LONGEST_TEXT).text();
  } catch {
    return complain(`${file.name} cannot be read: is it a folder?`);
  }
  if (text === undefined) verify(file);
  else readText(text);
}

function verify(file) {
  stopVerify();
  const verdict = id("verdict");
  show("certificate", true);
  show("certified", false);
  id("certificate").scrollIntoView({ block: "nearest" });
  verdict.className = "";
  verdict.textContent = `Checking ${file.name}…`;
  stopVerify = engine.ask("verify", file, (said) => {
    if (said.is === "verified") {
      const { lower, upper, grid } = said;
      verdict.className = "good";
      verdict.textContent =
        lower === upper ? `VERIFIED minimum = ${lower}` : `VERIFIED ${lower} <= minimum <= ${upper}`;
      id("sha").textContent =
        `${file.name}: ${count(said.nodes)} nodes checked. SHA-256 of the problem: ${said.sha256}`;
      if (grid) {
        const shape = new Shape(...grid.boxes);
        draw(id("certified-board"), shape, grid.puzzle, { weak: grid.grid });
        id("take-certified").onclick = () => load(shape, grid.puzzle);
      }
      show("certified", true);
      show("certified-figure", Boolean(grid));
    } else if (said.is !== "end") {
      verdict.className = "bad";
      verdict.textContent = said.is === "refused" ? `REFUSED ${said.message}` : `Not checked: ${said.message}`;
    }
  });
}

/** The grid of the address, if it carries one. */
function fromAddress() {
  const { line, rules } = ofFragment(location.hash.slice(1)) ?? {};
  if (line === undefined) complain("This address cannot be read.");
  else if (line && (line !== board.line || rules !== board.shape.allRules)) readLine(line, rules);
  return line !== "";
}

/** Does a text area take this text by itself? */
const isTyped = ({ target, dataTransfer }) => target.closest?.("textarea") && !dataTransfer?.types.includes("Files");

id("solve").addEventListener("click", () => search("minimum"));
id("within").addEventListener("click", () => search("within"));
id("stop").addEventListener("click", stop);
id("sets").addEventListener("click", askSets);
id("watch").addEventListener("click", askWatched);
id("clear").addEventListener("click", () => load(board.shape, board.shape.empty()));
id("example").addEventListener("click", () => load(Shape.ofLine(EXAMPLE), EXAMPLE));
id("size").addEventListener("change", ({ target }) => {
  const shape = Shape.ofRows(Number(target.value));
  load(shape, shape.empty());
});
id("regions").addEventListener("change", chooseRules);
id("hint").addEventListener("click", showHints);
id("make").addEventListener("click", makeOne);
id("keep").addEventListener("click", () => keep(current()));
id("fill").addEventListener("click", () => make("fill", 4, keep));
id("drop").addEventListener("click", () => {
  kept = [];
  sayKept();
});
id("print").addEventListener("click", () => window.print());
// Whoever prints by the menu has the same sheet.
addEventListener("beforeprint", () =>
  toPaper(id("paper"), id("sheet-title").value, kept.length > 0 ? kept : [current()], id("solved").checked),
);
const drawRegions = (isOn) => {
  board.draws(isOn);
  id("paint").setAttribute("aria-pressed", isOn);
};
id("paint").addEventListener("click", () => drawRegions(!board.isPainting));
// Where the button is not seen, digits are digits.
id("rules-section").addEventListener("toggle", ({ target }) => target.open || drawRegions(false));
id("read").addEventListener("click", () => readText(id("text").value));
id("take").addEventListener("click", () => load(board.shape, id("best-line").textContent));
id("file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (file) readFile(file);
  // Or nothing would happen when the same file is chosen again.
  target.value = "";
});
const dark = matchMedia("(prefers-color-scheme: dark)");
const { dataset } = document.documentElement;
const isDark = () => (dataset.theme ? dataset.theme === "dark" : dark.matches);
const sayTheme = () => (id("theme").textContent = isDark() ? "Light colors" : "Dark colors");
id("theme").addEventListener("click", () => {
  dataset.theme = isDark() ? "light" : "dark";
  sayTheme();
});
dark.addEventListener("change", sayTheme);
addEventListener("hashchange", fromAddress);
addEventListener("paste", (event) => {
  if (isTyped(event)) return;
  readText(event.clipboardData.getData("text"));
  event.preventDefault();
});
// Otherwise a browser would leave the page for what is dropped on it.
addEventListener("dragover", (event) => isTyped(event) || event.preventDefault());
addEventListener("drop", (event) => {
  if (isTyped(event)) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) readFile(file);
  else readText(event.dataTransfer.getData("text"));
});

sayTheme();
sayKept();
const start = Shape.ofRows(9);
board.load(start, start.empty());
if (!fromAddress()) load(start, EXAMPLE);
