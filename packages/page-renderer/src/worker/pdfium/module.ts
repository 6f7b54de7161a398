import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';
import { type Fonts, installFonts } from './fonts.ts';
import type { Pdfium } from './pdfium.ts';
import { addCallback, allowTableGrowth } from './wasm-table.ts';

/**
 * At this limit, pdfium aborts and another worker starts. Without it, a hostile file could use 2 GiB within 2
 * s.
 */
const MAX_HEAP_BYTES = 512 * 1024 * 1024;

export interface Callbacks {
  readBlock: number;
  writeBlock: number;
  sources: Map<number, (position: number, target: Uint8Array) => boolean>;
  sink: ((block: Uint8Array) => void) | null;
}

export interface LoadedPdfium {
  pdfium: Pdfium;
  callbacks: Callbacks;
  fonts: Fonts;
}

let loaded: Promise<LoadedPdfium> | undefined;

export function loadPdfium(): Promise<LoadedPdfium> {
  loaded ??= compile();
  return loaded;
}

export function dropPdfium(): void {
  loaded = undefined;
}

async function compile(): Promise<LoadedPdfium> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  allowTableGrowth(wasm);
  let table: WebAssembly.Table | undefined;
  // The package's classes leak unrendered pages, read whole files and have no limits.
  const module = (await PDFiumModule({
    instantiateWasm: (imports, done) => {
      limitHeap(imports);
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
      table = instance.exports.__indirect_function_table as WebAssembly.Table;
      (done as unknown as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  })) as unknown as Pdfium & { _malloc(bytes: number): number };
  if (table === undefined) throw new Error('pdfium.wasm: no function table is exported');
  const pdfium = Object.assign(module, {
    malloc(bytes: number): number {
      const pointer = module._malloc(bytes);
      if (pointer === 0) throw new WebAssembly.RuntimeError(`pdfium: no memory for ${bytes} bytes`);
      return pointer;
    },
  });
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  return { pdfium, callbacks: connect(pdfium, table), fonts: installFonts(pdfium, table) };
}

function limitHeap(imports: WebAssembly.Imports): void {
  const environment = imports.env;
  const resize = environment?.emscripten_resize_heap;
  if (environment === undefined || typeof resize !== 'function')
    throw new Error('pdfium.wasm: no heap import');
  environment.emscripten_resize_heap = (bytes: number) => (bytes >>> 0 > MAX_HEAP_BYTES ? 0 : resize(bytes));
}

function connect(pdfium: Pdfium, table: WebAssembly.Table): Callbacks {
  const callbacks: Callbacks = { readBlock: 0, writeBlock: 0, sources: new Map(), sink: null };
  const slice = (pointer: number, size: number) =>
    pdfium.HEAPU8.subarray(pointer >>> 0, (pointer >>> 0) + (size >>> 0));
  callbacks.readBlock = addCallback(table, 4, (param = 0, position = 0, buffer = 0, size = 0) => {
    const read = callbacks.sources.get(param);
    return read?.(position >>> 0, slice(buffer, size)) ? 1 : 0;
  });
  callbacks.writeBlock = addCallback(table, 3, (_writer = 0, data = 0, size = 0) => {
    callbacks.sink?.(slice(data, size).slice());
    return callbacks.sink === null ? 0 : 1;
  });
  return callbacks;
}
