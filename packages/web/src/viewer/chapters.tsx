import { useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { clockTime } from '../design/clock-time.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import type { Player } from './media.tsx';

export interface Chapter {
  time: number;
  type: keyof typeof text.chapters.types;
  name: string;
  text: string;
}

interface ChaptersProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  player: Player;
}

export function Chapters({ binder, page, player }: ChaptersProps) {
  const chapters = useSignal<readonly Chapter[]>([]);
  useEffect(() => {
    let isOver = false;
    chapters.value = [];
    const params = { path: { binder_id: binder.id, page_id: page.id } };
    binder.client.api
      .GET('/{binder_id}/pages/{page_id}/chapters', { params })
      .then(({ data }) => {
        if (!isOver && data) chapters.value = data.data.chapters;
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [binder, page.id]);
  return <ChapterList chapters={chapters.value} player={player} />;
}

function titleOf({ type, name, text: title }: Chapter): string {
  const { types, aPage } = text.chapters;
  if (type === 'joined' || type === 'shared') return types[type](name);
  return types[type](name, title || aPage);
}

export function ChapterList({ chapters, player }: { chapters: readonly Chapter[]; player: Player }) {
  const at = useSignal(0);
  const element = player.value;
  useEffect(() => {
    if (!element) return;
    const look = () => {
      at.value = element.currentTime * 1000;
    };
    element.addEventListener('timeupdate', look);
    return () => element.removeEventListener('timeupdate', look);
  }, [element]);
  if (chapters.length === 0) return null;
  const current = chapters.findLastIndex(({ time }) => time <= at.value);
  return (
    <details class="chapters" open>
      <summary>{text.chapters.title(chapters.length)}</summary>
      <ol>
        {chapters.map((chapter, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? 'step' : undefined}
              onClick={() => {
                if (!element) return;
                element.currentTime = chapter.time / 1000;
                void element.play().catch(() => undefined);
              }}
            >
              <span class="tabular muted">{clockTime(chapter.time / 1000)}</span>
              <span class="chapter-text">{titleOf(chapter)}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
