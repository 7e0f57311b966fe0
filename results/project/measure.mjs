// Asks the engine of the page and the program the same, grid by grid and one after the other, so that whatever else the
// machine does meets both.

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { ofBytes, run } from "../../web/wasi.mjs";

const [program, wasm] = process.argv.slice(2);
const records = new URL("web.jsonl", import.meta.url);
const module = new WebAssembly.Module(readFileSync(wasm));

/** Grids of one file with their names: the first n. */
function grids(file, n) {
  const lines = readFileSync(new URL(`../../instances/${file}.txt`, import.meta.url), "utf8").split("\n");
  const named = lines.filter((line) => line && !line.startsWith("#")).map((line) => line.trim().split(/\s+/));
  return named.slice(0, n).map(([name, grid]) => ({ file, name, grid }));
}

/** The answer of the page's engine, and what it costs, with what the browser's compiler does beside it. */
function byPage(grid) {
  let last;
  const before = process.cpuUsage();
  run(module, ["minimum"], ofBytes(new TextEncoder().encode(grid)), (line) => (last = line));
  const { user, system } = process.cpuUsage(before);
  const { clues, puzzle, nodes } = JSON.parse(last);
  return { minimum: clues, puzzle, nodes, cpu_s: (user + system) / 1e6 };
}

/** The answer of the program, and what the whole of it costs. */
function byProgram(grid) {
  const script = `TIMEFORMAT='%U %S'; time "$0" solve --quiet --format jsonl "$1"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, program, grid], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  const { minimum, puzzle, n_nodes: nodes, version } = JSON.parse(stdout);
  const [user, system] = stderr.trim().split(" ").map(Number);
  return { version, answer: { minimum, puzzle, nodes, cpu_s: Math.round((user + system) * 1000) / 1000 } };
}

const asked = { "4x4": 64, "6x6-classes": 49, "6x6": 10, "8x8": 30, demo: 1, "9x9-17": 1, "9x9-thousand": 45 };
// A run that was ended goes on; delete the records for a new one.
const done = existsSync(records) ? readFileSync(records, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
for (const { file, name, grid } of Object.entries(asked).flatMap(([file, n]) => grids(file, n))) {
  if (done.some((record) => record.file === file && record.name === name)) continue;
  const page = byPage(grid);
  const { version, answer } = byProgram(grid);
  appendFileSync(records, JSON.stringify({ file, name, page, program: answer, version, node: process.version }) + "\n");
}
