import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ToolButton, ZoomBar } from '../../viewer/bar.tsx';
import { ChapterList } from '../../viewer/chapters.tsx';
import { Markdown } from '../../viewer/markdown.tsx';
import { MediaBar } from '../../viewer/media-bar.tsx';
import type { PageSearch } from '../../viewer/search.ts';
import { SearchBar } from '../../viewer/search-bar.tsx';
import { createView } from '../../viewer/view.ts';
import { gallery as words } from './text.ts';

const nothing = () => undefined;

const SEARCH: PageSearch = {
  isOpen: signal(true),
  words: signal(words.viewer.sought),
  result: signal({ total_hits: 12, total_pages: 3, is_complete: true, pages: [] } as never),
  problem: signal(''),
  current: signal(undefined),
  position: signal(3),
  open: nothing,
  close: nothing,
  type: nothing,
  step: nothing,
};

export function ViewerParts() {
  const view = useMemo(() => createView(), []);
  const player = useSignal<HTMLMediaElement | undefined>(undefined);
  const { tools } = words.viewer;
  return (
    <div class="viewer">
      <div class="swatches">
        <ToolButton glyph="strip" label={tools.plain} act={nothing} />
        <ToolButton glyph="search" label={tools.pressed} pressed act={nothing} />
        <ToolButton glyph="comment" label={tools.counted} count={4} act={nothing} />
        <ToolButton glyph="next" label={tools.disabled} disabled act={nothing} />
        <ZoomBar view={view} stage={nothing} />
        {[1, 2].map((number) => (
          <span key={number} class="gallery-pin">
            <button
              type="button"
              class="pin"
              aria-pressed={number === 2}
              aria-label={words.viewer.pin(number)}
            >
              <span>{number}</span>
            </button>
          </span>
        ))}
      </div>
      <SearchBar search={SEARCH} pageId={0} />
      <MediaBar player={player} duration={61_000} />
      <ChapterList player={player} chapters={words.viewer.chapters} />
      <article class="note-body">
        <Markdown text={words.viewer.note} />
      </article>
    </div>
  );
}
