import { countUpTo99 } from '../design/format.ts';
import { useNow } from '../design/time.tsx';
import { home as words } from '../strings/messages/home.ts';
import type { AppContext } from '../timeline/context.ts';
import { overdueOf } from './overdue.ts';
import { type HomeContent, type HomeStore, homeStore } from './store.ts';

export const createHomeBadge = (app: AppContext) => <HomeBadge store={homeStore(app)} />;

function HomeBadge({ store }: { store: HomeStore }) {
  const now = useNow();
  const { value: content } = store.content;
  const overdue = overdueOf(store.dueTodos.value, now).length;
  const waiting = content ? countWaiting(content) + overdue : 0;
  if (waiting === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{countUpTo99(waiting)}</span>
      <span class="hidden-visually">{words.waiting(waiting)}</span>
    </span>
  );
}

function countWaiting({ approvals, mentions, saved }: HomeContent): number {
  return approvals.count + mentions.count + saved.count;
}
