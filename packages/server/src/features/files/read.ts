import type { File } from '@ringbinder/protocol';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { findFiles, findFilesByIds, presentFile } from './queries.ts';

export async function readFiles(
  db: Database,
  binderId: string,
  ids: readonly string[],
): Promise<Map<string, File>> {
  const rows = await findFilesByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentFile(row)]));
}

export async function readFirstFiles(
  db: Database,
  binderId: string,
): Promise<{ files: File[]; isComplete: boolean }> {
  const rows = await findFiles(db, binderId, { createdAt: 0, id: '' }, MAX_LIST_LIMIT + 1);
  return { files: rows.slice(0, MAX_LIST_LIMIT).map(presentFile), isComplete: rows.length <= MAX_LIST_LIMIT };
}
