import { constants, deflateRawSync } from 'node:zlib';

const BLOCK_BYTES = 1_000_000;
const ADLER_MODULUS = 65_521;

export function deflatedZeros(bytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(bytes % BLOCK_BYTES));
  const whole = Math.floor(bytes / BLOCK_BYTES);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(bytes % ADLER_MODULUS, 0);
  checksum.writeUInt16BE(1, 2);
  const blocks = Buffer.alloc(whole * block.length, block);
  return Buffer.concat([Buffer.from([0x78, 0x01]), blocks, rest, checksum]);
}
