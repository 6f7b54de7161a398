import { signal } from '@preact/signals';
import { readerOfPage } from '../design/reader.ts';
import { type Filter, filters, type GroupKey } from './rows.ts';

/** Signing out removes entries with the user's id in the name. */
const KEY = `ringbinder-timeline ${readerOfPage().id ?? ''}`;

interface Kept {
  filter: Filter;
  collapsed: GroupKey[];
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const filter = filters.find((each) => each === kept.filter) ?? 'all';
    return { filter, collapsed: Array.isArray(kept.collapsed) ? kept.collapsed : [] };
  } catch {
    return { filter: 'all', collapsed: [] };
  }
}

const kept = read();
export const filter = signal<Filter>(kept.filter);
/** Groups collapsed in this browser. */
export const collapsed = signal<ReadonlySet<GroupKey>>(new Set(kept.collapsed));

function keep(): void {
  localStorage.setItem(KEY, JSON.stringify({ filter: filter.value, collapsed: [...collapsed.value] }));
}

export function chooseFilter(chosen: Filter): void {
  filter.value = chosen;
  keep();
}

export function setCollapsed(group: GroupKey, isCollapsed: boolean): void {
  const next = new Set(collapsed.value);
  if (isCollapsed) next.add(group);
  else next.delete(group);
  collapsed.value = next;
  keep();
}
