/** Node's types omit this namespace. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type Exports = Record<string, unknown>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: Exports;
    constructor(module: Module, imports: Imports);
  }
  class RuntimeError extends Error {}
  interface Table {
    grow(entries: number): number;
    set(index: number, value: unknown): void;
  }
}
