const TABLE_SECTION = 4;
const HEADER_BYTES = 8;

function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  let shift = 0;
  let end = at;
  for (;;) {
    const byte = bytes[end++];
    if (byte === undefined || shift > 28) throw new Error('pdfium.wasm: a number is cut off');
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) === 0) return { value: value >>> 0, end };
  }
}

/**
 * The published table cannot grow, so pdfium could not call JavaScript. Raises the maximum to the largest
 * number with the same encoded length.
 */
export function allowTableGrowth(wasm: Uint8Array): void {
  let at = HEADER_BYTES;
  while (at < wasm.length) {
    const section = wasm[at];
    const size = readNumber(wasm, at + 1);
    if (section === TABLE_SECTION) {
      const count = readNumber(wasm, size.end);
      const hasMaximum = wasm[count.end + 1] === 1; // the flag follows the element type
      const minimum = readNumber(wasm, count.end + 2);
      const maximum = readNumber(wasm, minimum.end);
      if (!hasMaximum) return;
      wasm.fill(0xff, minimum.end, maximum.end - 1);
      wasm[maximum.end - 1] = 0x7f;
      return;
    }
    at = size.end + size.value;
  }
  throw new Error('pdfium.wasm: no function table');
}

/** Tables accept only WebAssembly functions, so a small module re-exports the callback. */
export function addCallback(
  table: WebAssembly.Table,
  parameters: number,
  callback: (...args: number[]) => number,
  { returns = true } = {},
): number {
  const i32 = 0x7f;
  const results = returns ? [1, i32] : [0];
  // biome-ignore format: each line is one section
  const binary = new Uint8Array([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    1, 3 + parameters + results.length, 1, 0x60, parameters, ...new Array<number>(parameters).fill(i32), ...results, // type
    2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, // import "e" "f"
    7, 5, 1, 1, 0x66, 0, 0, // export "f"
  ]);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), { e: { f: callback } });
  const index = table.grow(1);
  table.set(index, instance.exports.f);
  return index;
}
