import { type Database, first, type Row, type Transaction } from '../../storage/database.ts';

export interface CaptionsKey {
  binderId: string;
  pageId: number;
  kind: 'captions' | 'descriptions';
}

export interface StoredCaptions extends Row {
  language: string;
  vtt: string;
}

export function findCaptions(db: Database, key: CaptionsKey): Promise<StoredCaptions | undefined> {
  return first<StoredCaptions>(
    db,
    'SELECT language, vtt FROM page_captions WHERE binder_id = $1 AND page_id = $2::bigint AND kind = $3',
    [key.binderId, key.pageId, key.kind],
  );
}

export async function storeCaptions(
  tx: Transaction,
  key: CaptionsKey,
  { language, vtt }: { language: string; vtt: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO page_captions (binder_id, page_id, kind, language, vtt) VALUES ($1, $2::bigint, $3, $4, $5)
     ON CONFLICT (binder_id, page_id, kind) DO UPDATE SET language = excluded.language, vtt = excluded.vtt`,
    [key.binderId, key.pageId, key.kind, language, vtt],
  );
}

export async function removeCaptions(tx: Transaction, key: CaptionsKey): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM page_captions WHERE binder_id = $1 AND page_id = $2::bigint AND kind = $3 RETURNING 1',
    [key.binderId, key.pageId, key.kind],
  );
  return rows.length > 0;
}

export async function findAddedVtt(tx: Transaction, binderId: string, pageId: number): Promise<string[]> {
  const rows = await tx.query<{ vtt: string }>(
    'SELECT vtt FROM page_captions WHERE binder_id = $1 AND page_id = $2::bigint ORDER BY kind',
    [binderId, pageId],
  );
  return rows.map(({ vtt }) => vtt);
}
