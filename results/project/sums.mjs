// Sums of web.jsonl.gz for the page of this folder: `node results/project/sums.mjs`. Fails if two answers differ.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const packed = readFileSync(new URL("web.jsonl.gz", import.meta.url));
const lines = gunzipSync(packed).toString().trim().split("\n");
const records = lines.map((line) => JSON.parse(line));
const sum = (of, who) => of.reduce((total, record) => total + record[who].cpu_s, 0);
console.log("| grids | number | page, CPU s | program, CPU s | ratio |\n|---|--:|--:|--:|--:|");
for (const [name, rows] of [
  ["4x4, 6x6, 8x8", records.filter(({ file }) => /^[468]x/.test(file))],
  ["9x9", records.filter(({ file }) => !/^[468]x/.test(file))],
]) {
  const [page, program] = [sum(rows, "page"), sum(rows, "program")];
  console.log(`| ${name} | ${rows.length} | ${page.toFixed(1)} | ${program.toFixed(1)} | ${(page / program).toFixed(2)} |`);
}
const differ = records.filter(({ page, program }) =>
  ["minimum", "puzzle", "nodes"].some((field) => page[field] !== program[field]),
);
console.log(`${records.length} grids, ${differ.length} with another minimum, puzzle or number of nodes`);
if (differ.length > 0) process.exit(1);
