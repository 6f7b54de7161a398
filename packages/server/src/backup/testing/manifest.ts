import type { Manifest } from '../manifest.ts';
import type { BackupStore } from '../store.ts';

export async function makeManifest(
  store: BackupStore,
  id: string,
  postgres: Partial<Manifest['postgres']> = {},
): Promise<Manifest> {
  const list = await store.pack(`backups/${id}/files`, Buffer.alloc(0));
  const time = new Date(id.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')).toISOString();
  return {
    format: 1,
    id,
    began_at: time,
    ended_at: time,
    postgres: {
      ...{ version: '18.0', system_id: '1', timeline: 1, segment_bytes: 16 * 1024 ** 2 },
      ...{ is_embedded: true, start: '0/1', end: '0/2' },
      ...postgres,
    },
    database: { bytes: 0, parts: [] },
    files: { production: { count: 0, bytes: 0, list }, sandbox: { count: 0, bytes: 0, list } },
    secret_key: null,
  };
}
