import type { PageWithoutAnnotations } from '@ringbinder/protocol';

/** What a page shows, in an element of the page's size. */
export function PageContent({ page }: { page: PageWithoutAnnotations }) {
  if (page.type === 'PAGE_TYPE_WHITEBOARD') return null;
  return <img class="stage-picture" src={page.background_uri} alt="" draggable={false} />;
}
