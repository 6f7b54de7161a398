import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatTime } from '../design/format.ts';
import { history as text } from '../strings/messages/history.ts';
import { CHUNK, type Past } from './past.ts';
import { sentenceOf } from './sentence.ts';

interface EntriesProps {
  past: Past;
  latest: number;
  seq: number;
  go: (to: number) => void;
}

export function Entries({ past, latest, seq, go }: EntriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const part = past.partOf(seq);
  const entries = past.parts.value.get(part);
  useLayoutEffect(() => {
    const { current: box } = list;
    const row = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row) return;
    // scrollIntoView would also scroll the page.
    const { offsetTop: top, offsetHeight: height } = row;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
  }, [seq, entries]);
  return (
    <section class="panel history-entries" aria-labelledby="history-entries">
      <h3 id="history-entries">{text.entries}</h3>
      {(part + 1) * CHUNK < latest && (
        <button type="button" class="button compact quiet" onClick={() => go((part + 1) * CHUNK + 1)}>
          {text.laterEntries}
        </button>
      )}
      <ol ref={list} reversed>
        {entries?.toReversed().map((entry) => (
          <li key={entry.seq}>
            <button
              type="button"
              aria-current={entry.seq === seq ? 'true' : undefined}
              onClick={() => go(entry.seq)}
            >
              <span>{sentenceOf(entry, past.nameOf)}</span>
              <time class="muted small" dateTime={new Date(entry.at).toISOString()}>
                {formatTime(entry.at)}
              </time>
            </button>
          </li>
        ))}
      </ol>
      {part > 0 && (
        <button type="button" class="button compact quiet" onClick={() => go(part * CHUNK)}>
          {text.olderEntries}
        </button>
      )}
    </section>
  );
}
