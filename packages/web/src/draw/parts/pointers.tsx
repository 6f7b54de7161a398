import type { PageViewport } from '../../viewer/viewport.ts';
import type { Editor } from '../editor/editor.ts';

export function Pointers({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  const { page, live } = editor;
  return (
    <div class="stage-layer draw-pointers" aria-hidden="true">
      {[...live.pointers.value].map(([session, { userId, name, x, y }]) => (
        <Pointer
          key={session}
          name={name}
          hue={hueOf(userId)}
          turns={viewport.quarterTurns.value}
          left={(100 * x) / page.width}
          top={(100 * y) / page.height}
        />
      ))}
    </div>
  );
}

interface PointerProps {
  name: string;
  hue: number;
  turns: number;
  left: number;
  top: number;
}

export function Pointer({ name, hue, turns, left, top }: PointerProps) {
  return (
    <span
      class={`draw-pointer hue-${hue}`}
      data-turns={turns}
      style={{ left: `${left}%`, top: `${top}%` }}
      aria-hidden="true"
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M1 1l5 13 2.2-5.8L14 6Z" />
      </svg>
      <span dir="auto">{name}</span>
    </span>
  );
}

export function hueOf(userId: string): number {
  let sum = 0;
  for (const char of userId) sum = (31 * sum + char.charCodeAt(0)) % 997;
  return sum % 6;
}
