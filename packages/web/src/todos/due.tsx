import { formatDeadline } from '../design/dates.ts';
import { formatTime } from '../design/format.ts';
import { useNow } from '../design/time.tsx';
import { todos as text } from '../strings/en/todos.ts';
import { dueStateOf } from './todos.ts';

export function Due({ at, completed }: { at: number; completed: boolean }) {
  const now = useNow();
  const state = completed ? 'later' : dueStateOf(at, now);
  const when = formatDeadline(at, now);
  return (
    <span class="todo-due" data-due={state} title={formatTime(at)}>
      <span aria-hidden="true">{when}</span>
      <span class="hidden-visually">{text.due[state](when)}</span>
    </span>
  );
}
