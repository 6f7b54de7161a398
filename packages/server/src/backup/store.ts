import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { StartupError } from '../storage/startup-error.ts';
import type { BackupPlace } from './place.ts';
import { isSealed, NotSealed, seal, unseal } from './seal.ts';

export interface Part {
  key: string;
  bytes: number;
  sha256: string;
}

export interface BackupStore {
  readonly place: BackupPlace;
  /** `plainSha256` is the hash before encryption. */
  write(key: string, chunks: AsyncIterable<Buffer>): Promise<Part & { plainSha256: string }>;
  pack(key: string, bytes: Buffer): Promise<Part>;
  /** Throws DamagedBackup, in some cases only after the last chunk. */
  read(key: string): AsyncGenerator<Buffer>;
  unpack(key: string, part?: Part): Promise<Buffer>;
}

export class DamagedBackup extends StartupError {
  readonly isMissing: boolean;

  constructor(place: BackupPlace, key: string, cause: unknown) {
    super(`the backup is damaged: ${key} in ${place.name}: ${(cause as Error).message}`, { cause });
    this.name = 'DamagedBackup';
    this.isMissing = ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  }
}

export const FILES_FOLDER = 'files/';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function openBackupStore(place: BackupPlace, key: Buffer | undefined): BackupStore {
  const write: BackupStore['write'] = async (name, chunks) => {
    const [plain, stored] = [createHash('sha256'), createHash('sha256')];
    let bytes = 0;
    const hashed = observed(chunks, (chunk) => plain.update(chunk));
    const sealed = key === undefined ? hashed : seal(hashed, key, name);
    const counted = observed(sealed, (chunk) => {
      stored.update(chunk);
      bytes += chunk.length;
    });
    await place.write(name, counted);
    return { key: name, bytes, sha256: stored.digest('hex'), plainSha256: plain.digest('hex') };
  };

  async function* readStored(name: string, part?: Part): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of (await place.read(name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
    if (part !== undefined && hash.digest('hex') !== part.sha256)
      throw new Error('its content differs from what the backup wrote');
  }

  async function* readChecked(name: string, part?: Part): AsyncGenerator<Buffer> {
    try {
      const stored = readStored(name, part);
      if (key !== undefined) yield* unseal(stored, key, name);
      else yield* name.startsWith(FILES_FOLDER) ? stored : assertPlain(stored);
    } catch (error) {
      if (isUnreachable(error) || error instanceof StartupError) throw error;
      throw new DamagedBackup(place, name, explain(error));
    }
  }

  return {
    place,
    write,
    async pack(name, bytes) {
      const packed = await compress(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
      const { plainSha256: _, ...part } = await write(name, chunksOf(packed));
      return part;
    },
    read: (name) => readChecked(name),
    async unpack(name, part) {
      const packed = Buffer.concat(await Array.fromAsync(readChecked(name, part)));
      return decompress(packed).catch((error) => {
        throw new DamagedBackup(place, name, error);
      });
    },
  };
}

/** An encrypted object would otherwise look damaged. */
async function* assertPlain(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && isSealed(chunk))
      throw new StartupError('the backup is encrypted: set BACKUP_KEY to its key');
    isFirst = false;
    yield chunk;
  }
}

function explain(error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof NotSealed) return new Error(`${message}, but BACKUP_KEY is set`);
  if (code === 'ENOENT') return new Error('it is missing', { cause: error });
  if (/unable to authenticate/.test(message))
    return new Error('it was changed, or BACKUP_KEY is another key');
  return error as Error;
}

function isUnreachable(error: unknown): boolean {
  const { name, syscall, code } = error as NodeJS.ErrnoException;
  return name === 'FileStoreUnavailable' || (syscall !== undefined && code !== 'ENOENT');
}

async function* observed(
  chunks: AsyncIterable<Buffer>,
  look: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

export async function* chunksOf(...chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
