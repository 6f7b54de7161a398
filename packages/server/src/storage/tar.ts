export const BLOCK_BYTES = 512;
export const END = Buffer.alloc(2 * BLOCK_BYTES);
const MAX_OCTAL = 8 ** 11 - 1;

const SIZE_AT = 124;
const SIZE_BYTES = 12;

/** ustar (POSIX.1) without time and owner. Sizes from 8 GiB are binary, as in GNU tar. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`${name} is too long for a tar`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  header.write(name, 0);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (size <= MAX_OCTAL) octal(size, SIZE_AT, 11);
  else {
    header.writeBigUInt64BE(BigInt(size), SIZE_AT + SIZE_BYTES - 8);
    header[SIZE_AT] = 0x80;
  }
  octal(0, 136, 11);
  header.fill(' ', 148, 156);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header[154] = 0;
  return header;
}

export function sizeInHeader(header: Buffer): number | undefined {
  const digits = header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_BYTES - 1);
  return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

export function paddingBytes(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

export function memberBytes(size: number): number {
  return BLOCK_BYTES + size + paddingBytes(size);
}
