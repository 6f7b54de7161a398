import { due as text } from '../strings/en/due.ts';
import { type DueState, dueStateOf, formatDeadline } from './dates.ts';
import { formatTime } from './format.ts';
import { useNow } from './time.tsx';

export function Due({ at, completed = false }: { at: number; completed?: boolean }) {
  const now = useNow();
  const state: DueState = completed ? 'later' : dueStateOf(at, now);
  const when = formatDeadline(at, now);
  return (
    <span class="due" data-due={state} title={formatTime(at)}>
      <span aria-hidden="true">{when}</span>
      <span class="hidden-visually">{text.states[state](when)}</span>
    </span>
  );
}
