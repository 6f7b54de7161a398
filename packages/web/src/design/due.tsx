import { binder } from '../strings/messages/binder.ts';
import { formatDeadline, isWholeDay } from './dates.ts';
import { type DueState, dueStateOf } from './due-state.ts';
import { formatDate, formatTime } from './format.ts';
import { useNow } from './time.tsx';

interface DueProps {
  at: number;
  completed?: boolean;
  short?: boolean;
}

export function Due({ at, completed = false, short = false }: DueProps) {
  const now = useNow();
  const state: DueState = completed ? 'later' : dueStateOf(at, now);
  const when = formatDeadline(at, now);
  const sentence = binder.due[state](when);
  return (
    <span class="due" data-due={state} title={isWholeDay(at) ? formatDate(at) : formatTime(at)}>
      {short ? (
        <>
          <span aria-hidden="true">{when}</span>
          <span class="hidden-visually">{sentence}</span>
        </>
      ) : (
        sentence
      )}
    </span>
  );
}
