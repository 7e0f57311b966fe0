// The part of WASI that the engine needs: arguments, standard input and output, a clock, random bytes, an end.
//
// WASI is the system interface that Rust programs have in WebAssembly. What is not here answers that there is no such
// file, which the engine never asks for.

const SUCCESS = 0;
const NO_FILE = 8;

/** The engine has ended by itself, with this code. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

/** Lines of what arrives in pieces; a character may be cut by the end of a piece. */
function lines(hear) {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop();
    parts.forEach(hear);
  };
}

/**
 * Runs the engine to its end with these words as arguments. `read(n)` gives up to n bytes of the question, none at its end; `hear` gets each line of
 * the answer, as text. Throws what the engine complained about when it broke.
 */
export function run(module, words, read, hear) {
  let complaint = "";
  const out = { 1: lines(hear), 2: lines((line) => (complaint += line + "\n")) };
  const text = new TextEncoder();
  const args = ["minclue-web", ...words].map((arg) => text.encode(arg + "\0"));
  // Memory that grows leaves old views of it empty, so each call takes a new one.
  const view = () => new DataView(instance.exports.memory.buffer);
  const bytes = (at, n) => new Uint8Array(instance.exports.memory.buffer, at, n);
  const buffers = (at, n) =>
    Array.from({ length: n }, (_, i) => bytes(view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)));
  const set = (at, value) => view().setUint32(at, value, true);
  const calls = {
    args_sizes_get(nAt, sizeAt) {
      set(nAt, args.length);
      set(sizeAt, args.reduce((sum, arg) => sum + arg.length, 0));
      return SUCCESS;
    },
    args_get(placesAt, textAt) {
      for (const [i, arg] of args.entries()) {
        set(placesAt + 4 * i, textAt);
        bytes(textAt, arg.length).set(arg);
        textAt += arg.length;
      }
      return SUCCESS;
    },
    environ_sizes_get(nAt, sizeAt) {
      set(nAt, 0);
      set(sizeAt, 0);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    random_get(at, n) {
      crypto.getRandomValues(bytes(at, n));
      return SUCCESS;
    },
    fd_read(file, at, n, readAt) {
      if (file !== 0) return NO_FILE;
      let sum = 0;
      for (const buffer of buffers(at, n)) {
        const piece = read(buffer.length);
        buffer.set(piece);
        sum += piece.length;
        if (piece.length < buffer.length) break;
      }
      set(readAt, sum);
      return SUCCESS;
    },
    fd_write(file, at, n, writtenAt) {
      if (!(file in out)) return NO_FILE;
      let sum = 0;
      for (const buffer of buffers(at, n)) {
        out[file](buffer);
        sum += buffer.length;
      }
      set(writtenAt, sum);
      return SUCCESS;
    },
    proc_exit(code) {
      throw new Exit(code);
    },
  };
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    imports[room] ??= {};
    imports[room][name] = calls[name] ?? (() => NO_FILE);
  }
  const instance = new WebAssembly.Instance(module, imports);
  try {
    instance.exports._start();
  } catch (end) {
    if (!(end instanceof Exit)) throw complaint ? new Error(complaint.trim()) : end;
    if (end.code !== 0) throw new Error(complaint.trim() || `the engine ended with code ${end.code}`);
  }
}

/** A `read` of these bytes. */
export function ofBytes(all) {
  let at = 0;
  return (n) => {
    const piece = all.subarray(at, at + n);
    at += piece.length;
    return piece;
  };
}
