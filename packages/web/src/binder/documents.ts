import type { PageWithoutAnnotations as Page, Section } from '@ringbinder/protocol';
import { nameOf } from './page-name.ts';

export interface PageDocument {
  id: number;
  name: string;
  first: Page;
  pages: readonly Page[];
}

const byPages = new WeakMap<readonly Page[], readonly PageDocument[]>();

export function documentsOf(pages: readonly Page[]): readonly PageDocument[] {
  const known = byPages.get(pages);
  if (known) return known;
  const groups: Page[][] = [];
  let indexes = new Set<number>();
  for (const page of pages) {
    const group = groups.at(-1);
    const isOfFile = page.file_id !== '' && group?.[0]?.file_id === page.file_id;
    const isNext = isOfFile && group?.[0]?.section_id === page.section_id;
    // A repeated page index begins a copy of the file.
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

type Documents = readonly PageDocument[];

export interface SectionGroup<S = Section> {
  section: S | undefined;
  documents: Documents;
}

export function groupBySection<S extends { id: number }>(
  documents: Documents,
  sections: readonly S[],
): readonly SectionGroup<S>[] {
  const known = new Set(sections.map(({ id }) => id));
  const idOf = ({ first: { section_id } }: PageDocument) =>
    section_id !== undefined && known.has(section_id) ? section_id : undefined;
  const bySection = Map.groupBy(documents, idOf);
  return [undefined, ...sections].map((section) => ({
    section,
    documents: bySection.get(section?.id) ?? [],
  }));
}

export const inSectionOrder = (documents: Documents, sections: readonly { id: number }[]): Documents =>
  groupBySection(documents, sections).flatMap((group) => group.documents);

function documentName(first: Page, pages: readonly Page[]): string {
  const isShared = pages.every(({ name }) => name === first.name);
  return isShared ? nameOf(first) : nameOf({ original_file_name: first.original_file_name });
}

export function documentOf(pages: readonly Page[], pageId: number): PageDocument | undefined {
  return documentsOf(pages).find((each) => each.pages.some(({ id }) => id === pageId));
}
