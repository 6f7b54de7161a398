import { Readable } from 'node:stream';
import type { Environment } from '../../environment/environment.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { insertFile, storeBytes } from '../files/index.ts';

/** The caller must drop the temporary file. */
export function receiveNote(env: Environment, text: string): Promise<ReceivedBytes> {
  return env.files.receive(Readable.from([Buffer.from(text)]), Number.MAX_SAFE_INTEGER);
}

export async function storeNoteFile(
  env: Environment,
  tx: Transaction,
  note: {
    binderId: string;
    userId: string;
    name: string;
    mimeType: string;
    bytes: ReceivedBytes;
    at: number;
    replaces?: string;
  },
): Promise<string> {
  const { bytes, ...file } = note;
  await storeBytes(tx, [bytes], file.at);
  const id = env.ids.next('file');
  await insertFile(tx, { ...file, id, sha256: bytes.sha256, size: bytes.size });
  return id;
}

export function noteFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu, ' ').trim();
  return `${[...(plain || 'Note')].slice(0, 250).join('')}.md`;
}
