/** What the list program needs of WebAssembly: the types of Node declare none, those of browsers are not loaded. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: {initial: number; maximum: number; shared: true});
    readonly buffer: SharedArrayBuffer;
    /** Appends pages of 64 KiB; returns their number before. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: {env: {memory?: Memory; abort: () => void}});
    readonly exports: Record<string, unknown>;
  }
}
