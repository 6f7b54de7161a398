/** Node cannot encode most charsets, so this function searches all decoded sequences of one or two bytes. */
export function encodeText(text: string, charset: string): Buffer {
  if (charset === 'utf-16le' || charset === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le');
    return charset === 'utf-16le' ? bytes : bytes.swap16();
  }
  const table = tableOf(charset);
  return Buffer.concat([...text].map((char) => table.get(char) ?? fail(char, charset)));
}

const tables = new Map<string, Map<string, Buffer>>();

function tableOf(charset: string): Map<string, Buffer> {
  const table = tables.get(charset) ?? new Map<string, Buffer>();
  if (tables.has(charset)) return table;
  tables.set(charset, table);
  const decoder = new TextDecoder(charset);
  const add = (...bytes: number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes));
    if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, Buffer.from(bytes));
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  return table;
}

function fail(char: string, charset: string): never {
  throw new Error(`${charset} has no ${char}`);
}
