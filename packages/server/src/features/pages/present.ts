import type { Annotation, Page } from '@ringbinder/protocol';
import type { PageLinks } from './links.ts';
import type { PageRow } from './queries.ts';

/** A page as the contract shows it. */
export function presentPage(row: PageRow, links: PageLinks, annotations: Annotation[]): Page {
  return {
    id: row.id,
    page_index: row.page_index,
    original_file_name: row.file_name ?? row.name,
    file_id: row.file_id ?? '',
    type: row.type,
    page_number: row.page_number,
    ...links,
    width: row.width,
    height: row.height,
    ...(row.duration === null ? {} : { duration: row.duration }),
    ...(row.url === null ? {} : { url: row.url }),
    ...(row.name === '' ? {} : { name: row.name }),
    revision: row.revision,
    created_time: row.created_at,
    updated_time: row.updated_at,
    is_deleted: false,
    svg_tags: annotations,
  };
}
