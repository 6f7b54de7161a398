import type { PageWithoutAnnotations as Page } from '@ringbinder/protocol';
import { documentsOf, inSectionOrder } from '../binder/documents.ts';
import type { Neighbours } from './page-field.tsx';

/** A page within its document, and the document within the binder. */
export interface Place {
  /** Name and pages of the document. */
  name: string;
  pages: readonly Page[];
  index: number;
  /** The pages before and after this one in the binder. */
  neighbours: Neighbours;
  /** The first pages of the neighbouring documents. */
  previousDocument: Page | undefined;
  nextDocument: Page | undefined;
}

export function placeOf(all: readonly Page[], sections: readonly { id: number }[], page: Page): Place {
  const documents = inSectionOrder(documentsOf(all), sections);
  const isPage = ({ id }: Page) => id === page.id;
  const at = documents.findIndex(({ pages }) => pages.some(isPage));
  const { name = '', pages = [page] } = documents[at] ?? {};
  const index = Math.max(0, pages.findIndex(isPage));
  const previous = documents[at - 1];
  const next = documents[at + 1];
  return {
    name,
    pages,
    index,
    neighbours: {
      previous: pages[index - 1] ?? previous?.pages.at(-1),
      next: pages[index + 1] ?? next?.first,
    },
    previousDocument: previous?.first,
    nextDocument: next?.first,
  };
}
