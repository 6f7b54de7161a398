import type { PageDocument } from '../binder/documents.ts';
import { pages as text } from '../strings/messages/pages.ts';
import type { FilesById } from './arrangement.ts';
import { pageTypeName } from './type-name.ts';

export function aboutOf({ pages, first }: PageDocument, files: FilesById): string {
  if (pages.length > 1) return text.pagesOf(pages.length);
  const total = files.get(first.file_id)?.total_pages ?? 0;
  return total > 1 ? text.ofFile(first.page_index + 1, total) : pageTypeName(first);
}
