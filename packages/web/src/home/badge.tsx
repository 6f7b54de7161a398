import { dueStateOf, dueTimeOf } from '../design/due-state.ts';
import { countUpTo99 } from '../design/format.ts';
import { useNow } from '../design/time.tsx';
import { home as words } from '../strings/messages/home.ts';
import type { AppContext } from '../timeline/context.ts';
import { type HomeContent, type HomeStore, homeStore } from './store.ts';

export const createHomeBadge = (app: AppContext) => <HomeBadge store={homeStore(app)} />;

function HomeBadge({ store }: { store: HomeStore }) {
  const now = useNow();
  const { value: content } = store.content;
  const waiting = content ? countWaiting(content, now) : 0;
  if (waiting === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{countUpTo99(waiting)}</span>
      <span class="hidden-visually">{words.waiting(waiting)}</span>
    </span>
  );
}

/** Counts only loaded to-dos. The server returns overdue to-dos first. */
function countWaiting({ approvals, mentions, saved, todos }: HomeContent, now: number): number {
  const overdue = todos.items.filter(({ todo }) => {
    const due = dueTimeOf(todo);
    return due !== undefined && dueStateOf(due, now) === 'overdue';
  });
  return approvals.count + mentions.count + saved.count + overdue.length;
}
