// The engine inside the page: unpacked and compiled once, and started anew for each question.

/** The digits of base 85, as `assemble` writes them. */
const DIGITS85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~";

/** The bytes of a text: their number, a colon, and five digits for each four of them. */
function unpacked(text) {
  const [n, digits] = text.trim().split(":");
  const value = new Uint8Array(128);
  for (let i = 0; i < DIGITS85.length; i++) value[DIGITS85.charCodeAt(i)] = i;
  const words = new DataView(new ArrayBuffer((digits.length / 5) * 4));
  for (let i = 0; 5 * i < digits.length; i++) {
    let word = 0;
    for (let place = 5 * i; place < 5 * i + 5; place++) word = 85 * word + value[digits.charCodeAt(place)];
    words.setUint32(4 * i, word);
  }
  return new Uint8Array(words.buffer, 0, Number(n));
}

/** Compiles what `make web` packed: gzip as text, a third of its size. */
async function compiled(packed) {
  const bytes = unpacked(packed);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Engine {
  /** @param {string} packed the engine @param {string} script of a worker */
  constructor(packed, script) {
    this.module = compiled(packed);
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  }

  /**
   * Asks; `rules` are those of a variant, and boxes. `hear` gets everything that is said, in its order; the last is
   * `end`, or `failed` with a message. Returns the function that stops the question: then nothing more is heard.
   */
  ask(verb, question, hear, rules = "") {
    const worker = new Worker(this.script);
    let open = true;
    const stop = () => {
      open = false;
      worker.terminate();
    };
    const pass = (said) => {
      if (!open) return;
      if (said.is === "end" || said.is === "failed") stop();
      hear(said);
    };
    worker.onmessage = ({ data }) => pass(data);
    worker.onerror = (event) => pass({ is: "failed", message: event.message });
    this.module.then(
      (module) => open && worker.postMessage({ module, words: rules ? [verb, rules] : [verb], question }),
      (error) => pass({ is: "failed", message: `this browser cannot run the engine: ${error.message}` }),
    );
    return stop;
  }
}
