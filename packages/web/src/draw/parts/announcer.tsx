import { draw as text } from '../../strings/messages/draw.ts';
import type { Editor } from '../editor/editor.ts';

export function Announcer({ editor }: { editor: Editor }) {
  return (
    <p class="hidden-visually" role="status" aria-live="polite">
      {editor.announcement.value}
    </p>
  );
}

export function Waiting({ editor }: { editor: Editor }) {
  const { binder, annotations } = editor;
  const count = annotations.waiting.value;
  if (count === 0 || binder.connection.value.status === 'online') return null;
  return (
    <p class="draw-waiting" role="status">
      {text.waiting(count)}
    </p>
  );
}
