import { useLayoutEffect, useRef } from 'preact/hooks';
import { useCloseOnBack } from '../design/close-on-back.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ToolButton } from './bar.tsx';
import { useReturnedFocus } from './return-focus.ts';
import type { PageSearch } from './search.ts';

export function SearchBar({ search, pageId }: { search: PageSearch; pageId: number }) {
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useReturnedFocus(bar);
  useCloseOnBack(search.close);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const result = search.result.value;
  const total = result?.total_hits ?? 0;
  const status = search.problem.value
    ? search.problem.value
    : !result || (total === 0 && !result.is_complete)
      ? ''
      : total === 0
        ? text.search.none
        : (result.is_complete ? text.search.position : text.search.positionOrMore)(
            search.position.value,
            total,
          );
  return (
    <search
      ref={bar}
      class="viewer-search"
      aria-label={text.search.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') search.close();
        else if (event.key === 'Enter' && event.target === field.current)
          search.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <input
        dir="auto"
        ref={field}
        type="search"
        maxLength={200}
        aria-label={text.search.title}
        placeholder={text.search.title}
        value={search.words.value}
        onInput={(event) => search.type(event.currentTarget.value, pageId)}
      />
      <span class="muted small tabular" role="status">
        {status}
      </span>
      <ToolButton
        glyph="up"
        label={text.search.previous}
        disabled={total === 0}
        act={() => search.step(-1)}
      />
      <ToolButton glyph="down" label={text.search.next} disabled={total === 0} act={() => search.step(1)} />
      <ToolButton glyph="close" label={text.search.close} act={() => search.close()} />
    </search>
  );
}
