import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { blocksOf } from './blocks.ts';

const MAGIC = Buffer.from('RBSEAL1\n');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const BLOCK_BYTES = 1024 ** 2;
const CIPHER = 'aes-256-gcm';

/**
 * The key depends on salt and name, so that nobody without the key can change, cut, reorder or rename objects
 * unnoticed.
 */
export async function* seal(
  chunks: AsyncIterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const objectKey = keyOf(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  for await (const { block, isLast } of blocksOf(chunks, BLOCK_BYTES)) {
    const cipher = createCipheriv(CIPHER, objectKey, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  }
}

export async function* unseal(
  chunks: AsyncIterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await takeHead(chunks);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new NotSealed();
  const objectKey = keyOf(key, head.subarray(MAGIC.length), name);
  let number = 0;
  for await (const { block, isLast } of blocksOf(rest, BLOCK_BYTES + TAG_BYTES)) {
    if (block.length < TAG_BYTES) throw new Error('its end is missing');
    const decipher = createDecipheriv(CIPHER, objectKey, nonceOf(number++, isLast));
    decipher.setAuthTag(block.subarray(-TAG_BYTES));
    yield Buffer.concat([decipher.update(block.subarray(0, -TAG_BYTES)), decipher.final()]);
  }
}

export class NotSealed extends Error {
  constructor() {
    super('it is not encrypted');
    this.name = 'NotSealed';
  }
}

export function isSealed(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

async function takeHead(
  chunks: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const size = MAGIC.length + SALT_BYTES;
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < size) {
    const { done, value } = await iterator.next();
    if (done) break;
    bytes = Buffer.concat([bytes, value]);
  }
  const rest = async function* () {
    if (bytes.length > size) yield bytes.subarray(size);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { head: bytes.subarray(0, size), rest: rest() };
}

function keyOf(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `ringbinder backup ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
