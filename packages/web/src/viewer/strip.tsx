import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { VirtualList } from '../design/virtual-list.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ViewerGlyph } from './glyphs.tsx';
import { openInSameHistoryEntry } from './open-in-same-history-entry.ts';
import { isOpen } from './pins.ts';

interface StripProps {
  binder: BinderContext;
  state: BinderState;
  pages: readonly PageWithoutAnnotations[];
  index: number;
}

const LINE_REM = 9;

export function Strip({ binder, state, pages, index }: StripProps) {
  return (
    <nav class="viewer-strip" aria-label={text.strip}>
      <VirtualList
        items={pages}
        keyOf={({ id }) => String(id)}
        heightOf={() => LINE_REM}
        active={index}
        label={text.strip}
      >
        {(page, at) => {
          const comments = state.pageComments[page.id]?.filter(isOpen).length ?? 0;
          const name = text.pageOf(at + 1, nameOf(page));
          return (
            <a
              class="strip-page"
              href={binder.links.page(page.id)}
              onClick={openInSameHistoryEntry(binder)}
              aria-current={at === index ? 'page' : undefined}
              aria-label={comments > 0 ? `${name}, ${text.comments.open(comments)}` : name}
            >
              <Thumbnail key={page.thumbnail_uri} page={page} />
              <span class="small tabular">{at + 1}</span>
              {comments > 0 && (
                <span class="page-comments">
                  <ViewerGlyph name="comment" />
                  {comments}
                </span>
              )}
            </a>
          );
        }}
      </VirtualList>
    </nav>
  );
}

function Thumbnail({ page }: { page: PageWithoutAnnotations }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken || page.thumbnail_uri === '') return <span class="strip-empty" />;
  return (
    <img
      src={page.thumbnail_uri}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
    />
  );
}
