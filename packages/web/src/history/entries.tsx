import type { LogEntry } from '@ringbinder/client';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { formatTime } from '../design/format.ts';
import { history as text } from '../strings/en/history.ts';
import { CHUNK, type Past } from './past.ts';

export function sentenceOf({ me }: BinderContext, past: Past, { actor, kind, body }: LogEntry): string {
  const who = actor.id === me.id ? text.you : actor.name;
  return text.sentence(who, text.happened(kind, body, past.nameOf));
}

interface EntriesProps {
  binder: BinderContext;
  past: Past;
  latest: number;
  seq: number;
  go: (to: number) => void;
}

/** Entries of the log, latest first. Each links to the state after it. */
export function Entries({ binder, past, latest, seq, go }: EntriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const part = past.partOf(seq);
  const entries = past.parts.value.get(part);
  useLayoutEffect(() => {
    const { current: box } = list;
    const row = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row) return;
    // Not scrollIntoView, which would scroll the page too.
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
              <span>{sentenceOf(binder, past, entry)}</span>
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
