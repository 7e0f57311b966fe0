// One question in a thread of its own, so that the page stays alive; whoever ends the thread has what came before.

import { ofBytes, run } from "./wasi.mjs";

/** A `read` of a file, piece by piece: a certificate may be longer than memory. */
function ofFile(file) {
  const reader = new FileReaderSync();
  let at = 0;
  return (n) => {
    const piece = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + n)));
    at += piece.length;
    return piece;
  };
}

onmessage = ({ data: { module, words, question } }) => {
  const read = question instanceof Blob ? ofFile(question) : ofBytes(new TextEncoder().encode(question));
  try {
    run(module, words, read, (line) => postMessage(JSON.parse(line)));
    postMessage({ is: "end" });
  } catch (error) {
    postMessage({ is: "failed", message: String(error.message ?? error) });
  }
};
