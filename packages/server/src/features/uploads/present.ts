import type { UploadRow } from './queries.ts';

export function presentUpload(row: UploadRow) {
  return {
    id: row.id,
    name: row.name,
    status: statusOf(row),
    length: row.length,
    offset: row.received,
    file_id: row.file_id,
    refusal: row.refusal && { code: row.refusal.code, message: row.refusal.message },
    created_time: row.created_at,
    updated_time: row.updated_at,
    expires_time: row.expires_at,
  };
}

function statusOf({ completed_at, refusal }: UploadRow): 'under_way' | 'completed' | 'refused' {
  if (refusal) return 'refused';
  return completed_at === null ? 'under_way' : 'completed';
}
