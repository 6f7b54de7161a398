import type { PageWithoutAnnotations as Page } from '@ringbinder/protocol';
import { documentsOf, inSectionOrder } from '../binder/documents.ts';
import type { Neighbours } from './page-field.tsx';

export interface Place {
  name: string;
  pages: readonly Page[];
  index: number;
  neighbours: Neighbours;
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
