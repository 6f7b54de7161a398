import { useLayoutEffect, useRef } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import type { PageSearch } from './search.ts';

/** Where words are typed that are looked for on all pages. Enter goes on, Shift and Enter back, Escape ends it. */
export function SearchBar({ search, pageId }: { search: PageSearch; pageId: number }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const found = search.found.value;
  const total = found?.total_hits ?? 0;
  const said = search.problem.value
    ? search.problem.value
    : !found
      ? ''
      : total === 0
        ? text.search.none
        : text.search.position(search.position.value, total, !found.is_complete);
  return (
    <search
      class="viewer-search"
      aria-label={text.search.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') search.close();
        else if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <input
        ref={field}
        type="search"
        maxLength={200}
        aria-label={text.search.title}
        placeholder={text.search.title}
        value={search.words.value}
        onInput={(event) => search.type(event.currentTarget.value, pageId)}
      />
      <span class="muted small tabular" role="status">
        {said}
      </span>
      <button
        type="button"
        class="tool"
        aria-label={text.search.previous}
        title={text.search.previous}
        aria-disabled={total === 0}
        onClick={() => search.step(-1)}
      >
        <Glyph name="up" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={text.search.next}
        title={text.search.next}
        aria-disabled={total === 0}
        onClick={() => search.step(1)}
      >
        <Glyph name="down" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={text.search.close}
        title={text.search.close}
        onClick={() => search.close()}
      >
        <Glyph name="close" />
      </button>
    </search>
  );
}
