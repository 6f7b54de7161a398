import type { Annotation, Page } from '@ringbinder/protocol';
import type { PageLinks } from './links.ts';
import { type PageRow, presentColumns } from './queries.ts';

export function presentPage(row: PageRow, links: PageLinks, annotations: Annotation[]): Page {
  return {
    ...presentColumns(row),
    ...links,
    ...(row.name === '' ? {} : { name: row.name }),
    original_file_name: row.file_name ?? row.name,
    file_id: row.file_id ?? '',
    is_deleted: false,
    svg_tags: annotations,
  };
}
