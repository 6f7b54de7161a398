import type { PageWithoutAnnotations as Page } from '@ringbinder/protocol';
import { nameOf } from './page-name.ts';

/** Consecutive pages of one uploaded file in one section, or a single page. */
export interface PageDocument {
  /** Id of the first page. */
  id: number;
  name: string;
  first: Page;
  pages: readonly Page[];
}

const byPages = new WeakMap<readonly Page[], readonly PageDocument[]>();

/**
 * The documents of a binder in display order. A page that is moved away from its file, and each copy, are documents of
 * their own.
 */
export function documentsOf(pages: readonly Page[]): readonly PageDocument[] {
  const known = byPages.get(pages);
  if (known) return known;
  const groups: Page[][] = [];
  let indexes = new Set<number>();
  for (const page of pages) {
    const group = groups.at(-1);
    const isOfFile = page.file_id !== '' && group?.[0]?.file_id === page.file_id;
    const isNext = isOfFile && group?.[0]?.section_id === page.section_id;
    // A page that occurs again begins a copy of the file.
    if (group && isNext && !indexes.has(page.page_index)) group.push(page);
    else {
      groups.push([page]);
      indexes = new Set();
    }
    indexes.add(page.page_index);
  }
  const documents = groups.flatMap((group) => {
    const [first] = group;
    return first ? [{ id: first.id, name: documentName(first, group), first, pages: group }] : [];
  });
  byPages.set(pages, documents);
  return documents;
}

/** In the order in which the app shows them: those in no section first. */
export function inSections(
  documents: readonly PageDocument[],
  sections: readonly { id: number }[],
): readonly PageDocument[] {
  const places = new Map(sections.map(({ id }, index) => [id, index]));
  const placeOf = ({ first }: PageDocument) => places.get(first.section_id ?? 0) ?? -1;
  return documents.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A name that all pages have is the document's; the name of one page is not. */
function documentName(first: Page, pages: readonly Page[]): string {
  const isShared = pages.every(({ name }) => name === first.name);
  return isShared ? nameOf(first) : nameOf({ original_file_name: first.original_file_name });
}

export function documentOf(pages: readonly Page[], pageId: number): PageDocument | undefined {
  return documentsOf(pages).find((each) => each.pages.some(({ id }) => id === pageId));
}
