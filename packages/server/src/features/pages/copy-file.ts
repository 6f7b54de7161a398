import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { checkPageLimit } from './page-limit.ts';
import * as queries from './transfer-queries.ts';

/** The caller has locked the target and checked access to the source, and writes the returned log entries. */
export async function copyFile(
  tx: Transaction,
  { sourceId, targetId, fileId, at }: { sourceId: string; targetId: string; fileId: string; at: number },
): Promise<NewLogEntry[] | undefined> {
  const file = await queries.findFileToCopy(tx, { sourceId, targetId, fileId });
  if (!file) return undefined;
  if (file.is_there) return [];
  const pages = await queries.findTransferred(tx, sourceId, file.page_ids);
  await checkPageLimit(tx, targetId, pages.length);
  await queries.insertCopiedFile(tx, { sourceId, targetId, fileId });
  const entries: NewLogEntry[] = [
    { kind: 'file_uploaded', body: { id: fileId, name: file.name, mime_type: file.mime_type } },
  ];
  if (pages.length === 0) return entries;
  const firstId = await allocateIds(tx, targetId, pages.length);
  const mapped = pages.map(({ id }, index) => ({ from: id, to: firstId + index }));
  await queries.insertTransferred(tx, { sourceId, targetId, pages: mapped, at }, true);
  return [
    ...entries,
    ...pages.map(
      ({ type }, index): NewLogEntry => ({
        kind: 'page_created',
        body: { id: firstId + index, type, file_id: fileId },
      }),
    ),
  ];
}
