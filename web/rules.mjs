// Rules beside those of rows, columns and boxes, as the program names them: `x,anti-knight` or `jigsaw=AAB...`.

/** Those that can be ticked, with what they say. */
export const RULES = {
  x: "Both diagonals have all digits",
  "falling-diagonal": "The diagonal from the upper left has all digits",
  "rising-diagonal": "The diagonal from the lower left has all digits",
  windoku: "Windows have all digits",
  "disjoint-groups": "Same places of boxes differ",
  "anti-knight": "A knight's move apart differs",
  "anti-king": "Touching corners differ",
};
const REGIONS = "jigsaw=";
/** Rows and columns of a box, which stand among rules where they are not the usual ones. */
const OWN_BOXES = /^\d+x\d+$/;

export const withoutBoxes = (rules) => rules.split(",").filter((rule) => !OWN_BOXES.test(rule)).join(",");

/** The regions of a jigsaw among rules; nothing if there are none. */
export const regionsOf = (rules) => rules.split(",").find((rule) => rule.startsWith(REGIONS))?.slice(REGIONS.length) ?? "";

/** Rules of ticks and of a drawing of regions, whose blanks do not count. */
export function rulesOf(ticked, drawing) {
  const regions = drawing.replace(/\s/g, "");
  return [...ticked, ...(regions ? [REGIONS + regions] : [])].join(",");
}

/** What rules say, for people. */
export const inWords = (rules) =>
  rules.split(",").filter(Boolean).map((rule) => RULES[rule] ?? "Regions in place of boxes").join("; ");

const isRule = (rule) => Object.hasOwn(RULES, rule) || OWN_BOXES.test(rule) || /^jigsaw=[0-9A-Za-z]+$/.test(rule);

/** Are these rules, such as may stand in an address? */
export const areRules = (text) => text.split(",").every(isRule);

/** What is drawn in a cell: classes for diagonals and windows, which are seen in no other way. */
export function drawn(shape, cell) {
  const rules = shape.rules.split(",");
  const [row, column] = [Math.floor(cell / shape.n), cell % shape.n];
  const classes = [];
  const isDiagonal = (which) =>
    (rules.includes("x") || rules.includes(`${which}-diagonal`)) && shape.isOnDiagonal(cell, which);
  if (isDiagonal("falling") || isDiagonal("rising")) classes.push("diagonal");
  if (rules.includes("windoku") && row % 4 > 0 && column % 4 > 0) classes.push("window");
  return classes;
}
