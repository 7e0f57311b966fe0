// The engine inside the page: unpacked and compiled once, and started anew for each question.

/** Compiles what `make web` packed: gzip in base64, a third of its size. */
async function compiled(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (char) => char.charCodeAt(0));
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
   * Asks. `hear` gets everything that is said, in its order; the last is `end`, or `failed` with a message. Returns the
   * function that stops the question: then nothing more is heard.
   */
  ask(verb, question, hear) {
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
      (module) => open && worker.postMessage({ module, verb, question }),
      (error) => pass({ is: "failed", message: `this browser cannot run the engine: ${error.message}` }),
    );
    return stop;
  }
}
