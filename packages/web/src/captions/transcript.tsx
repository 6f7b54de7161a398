import { useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { clockTime } from '../design/clock-time.ts';
import { lazy } from '../design/states.tsx';
import { captions as text } from '../strings/messages/captions.ts';
import type { Player } from '../viewer/media.tsx';
import type { PageSearch } from '../viewer/search.ts';
import { findRanges, highlightRanges } from '../viewer/text-hits.ts';
import { followTracks, trackOf } from '../viewer/text-track.ts';
import { type CueText, readCue } from './cue-text.ts';
import { Descriptions } from './descriptions.tsx';

const CaptionsDialog = lazy(() => import('./dialog.tsx').then((module) => module.CaptionsDialog), 'quiet');

interface TranscriptProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  player: Player;
  search: PageSearch;
}

interface Line extends CueText {
  start: number;
  end: number;
  language: string;
  isDescription: boolean;
}

export function Transcript({ binder, page, player, search }: TranscriptProps) {
  const lines = useLines(player.value);
  const [isEditing, setEditing] = useState(false);
  const canWrite = binder.canWrite.value;
  if (lines.length === 0 && !canWrite) return null;
  return (
    <>
      {lines.length > 0 && <Lines {...{ page, player, search, lines }} />}
      <div class="media-bar" style={{ flexWrap: 'wrap' }}>
        {lines.some(({ isDescription }) => isDescription) && <Descriptions player={player} />}
        {canWrite && (
          <button type="button" class="button compact quiet" onClick={() => setEditing(true)}>
            {lines.length > 0 ? text.edit : text.add}
          </button>
        )}
      </div>
      {isEditing && <CaptionsDialog binder={binder} page={page} close={() => setEditing(false)} />}
    </>
  );
}

const KINDS = ['captions', 'descriptions'] as const;

function useLines(element: HTMLMediaElement | undefined): readonly Line[] {
  const lines = useSignal<readonly Line[]>([]);
  useEffect(() => {
    if (!element) return;
    return followTracks(element, () => {
      const tracks = KINDS.map((kind) => trackOf(element, kind));
      // Keep the previous lines until each track has loaded its cues.
      if (tracks.some((track) => track && !track.cues?.length)) return;
      lines.value = tracks
        .flatMap((track) =>
          [...(track?.cues ?? [])].map((cue) => ({
            ...readCue(cue),
            start: cue.startTime,
            end: cue.endTime,
            language: track?.language ?? '',
            isDescription: track?.kind === 'descriptions',
          })),
        )
        .toSorted((one, other) => one.start - other.start);
    });
  }, [element]);
  return lines.value;
}

function Lines({
  page,
  player,
  search,
  lines,
}: Omit<TranscriptProps, 'binder'> & { lines: readonly Line[] }) {
  const at = useSignal(0);
  const list = useRef<HTMLOListElement>(null);
  const element = player.value;
  useEffect(() => {
    if (!element) return;
    const look = () => {
      at.value = element.currentTime;
    };
    element.addEventListener('timeupdate', look);
    look();
    return () => element.removeEventListener('timeupdate', look);
  }, [element]);
  const isCurrent = ({ start, end }: Line) => start <= at.value && at.value < end;
  const current = lines.findIndex(isCurrent);
  const reveal = (item: Element | null | undefined) => {
    const { current: area } = list;
    if (!area || !item) return;
    const [inner, outer] = [item.getBoundingClientRect(), area.getBoundingClientRect()];
    if (inner.top < outer.top) area.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) area.scrollTop += inner.bottom - outer.bottom;
  };
  useEffect(() => reveal(list.current?.children[current]), [current]);
  const words = search.words.value;
  const hit = search.current.value;
  useEffect(() => {
    if (!list.current || !words || !search.result.value) return;
    const ranges = findRanges(list.current, words);
    const range = hit?.pageId === page.id ? ranges[hit.index] : undefined;
    const details = list.current.closest('details');
    if (range && details) details.open = true;
    reveal(range?.startContainer.parentElement?.closest('li'));
    return highlightRanges(ranges, range);
  }, [words, hit, lines, search.result.value]);
  const isSound = kindOf(page).plays === 'audio';
  return (
    <details class="chapters" open={isSound}>
      <summary>{text.transcript}</summary>
      <ol ref={list}>
        {lines.map((line, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={isCurrent(line) ? 'true' : undefined}
              onClick={() => {
                if (element) element.currentTime = line.start;
              }}
            >
              <span class="tabular muted">{clockTime(line.start)}</span>
              <span dir="auto" lang={line.language || undefined}>
                {line.speaker && <strong>{line.speaker}: </strong>}
                {line.isDescription ? <em>[{line.words}]</em> : line.words}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
