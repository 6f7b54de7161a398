import type { File } from '@ringbinder/protocol';
import type { FileRow } from './queries.ts';

export function presentFile(row: FileRow): File {
  return {
    id: row.id,
    name: row.name,
    mime_type: row.mime_type,
    size: row.size,
    total_pages: row.total_pages,
    ...(row.conversion === null ? {} : { conversion: row.conversion }),
    user: { id: row.user_id, name: row.user_name },
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}
