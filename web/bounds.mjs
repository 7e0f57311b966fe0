// The bounds while they close in: a sentence, and both over the seconds as a small picture.

const [WIDTH, HEIGHT, MARGIN] = [320, 120, 22];
/** Steps of the picture are at least this many seconds long. */
const SHORTEST = 1;

/** What is said of bounds on all puzzles of the grid, and of bounds on what is needed of the own clues. */
const SENTENCES = {
  minimum: {
    met: (n) => `The minimum is ${n} clues`,
    lower: (n) => `Every puzzle of this grid has at least ${n} clues`,
    upper: (n) => `, and one with ${n} is known`,
  },
  within: {
    met: (n) => `Of your own clues, ${n} are enough`,
    lower: (n) => `You need at least ${n} of your own clues`,
    upper: (n) => `, and ${n} are enough`,
  },
};

/** What is proven, for people; the full stop is left to the caller. */
export function sentence(verb, lower, upper) {
  const says = SENTENCES[verb];
  if (lower === upper) return says.met(lower);
  return says.lower(lower) + (upper === undefined ? "" : says.upper(upper));
}

/** Follows one question, `minimum` or `within`. */
export class Bounds {
  constructor(svg, verb) {
    [this.svg, this.verb] = [svg, verb];
    this.start = performance.now();
    this.points = [];
  }

  seconds() {
    return ((this.ended ?? performance.now()) - this.start) / 1000;
  }

  /** Nothing more comes: the clock stands still. */
  end() {
    this.ended ??= performance.now();
    this.draw();
  }

  add(lower, upper) {
    this.points.push({ at: this.seconds(), lower, upper });
    this.draw();
  }

  /** Both as steps; the lower one rises, the upper one falls. */
  draw() {
    const points = this.points;
    if (points.length === 0) return this.svg.replaceChildren();
    const end = Math.max(this.seconds(), SHORTEST);
    const top = Math.max(...points.map(({ lower, upper }) => Math.min(upper ?? lower, points.at(-1).lower + 12)));
    const low = Math.max(0, Math.min(...points.map(({ lower }) => Math.max(lower, top - 16))) - 1);
    const x = (seconds) => MARGIN + ((WIDTH - 2 * MARGIN) * seconds) / end;
    const y = (clues) => {
      const inside = Math.min(Math.max(clues, low), top);
      return HEIGHT - MARGIN - ((HEIGHT - 1.5 * MARGIN) * (inside - low)) / Math.max(top - low, 1);
    };
    const steps = (of) => {
      const path = points.map((point, i) => `${i ? `H${x(point.at)}V` : `M${x(point.at)},`}${y(of(point))}`);
      return `${path.join("")}H${x(end)}`;
    };
    const { lower, upper } = points.at(-1);
    const text = (at, clues, anchor) =>
      `<text x="${at}" y="${y(clues) + 4}" text-anchor="${anchor}">${clues}</text>`;
    this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute("aria-label", `Bounds over ${end.toFixed(1)} seconds. ${sentence(this.verb, lower, upper)}.`);
    this.svg.innerHTML =
      `<path class="axis" d="M${MARGIN},${HEIGHT - MARGIN}H${WIDTH - MARGIN}"/>` +
      `<path class="upper" d="${steps(({ upper, lower }) => upper ?? lower)}"/>` +
      `<path class="lower" d="${steps(({ lower }) => lower)}"/>` +
      text(WIDTH - MARGIN + 4, lower, "start") +
      (upper === undefined || upper === lower ? "" : text(WIDTH - MARGIN + 4, upper, "start")) +
      `<text class="upper" x="${MARGIN}" y="${HEIGHT - 6}">known</text>` +
      `<text class="lower" x="${3.2 * MARGIN}" y="${HEIGHT - 6}">proven</text>` +
      `<text x="${WIDTH - MARGIN}" y="${HEIGHT - 6}" text-anchor="end">${end.toFixed(1)} s</text>`;
  }
}
