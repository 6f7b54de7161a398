import { signal } from '@preact/signals';
import { readerOfPage } from '../design/reader.ts';
import { type Filter, filters, type GroupKey } from './rows.ts';

/** Signing out removes entries with the user's id in the name. */
const KEY = `ringbinder-timeline ${readerOfPage().id ?? ''}`;

interface StoredPreferences {
  filter: Filter;
  collapsed: GroupKey[];
}

function read(): StoredPreferences {
  try {
    const parsed = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<StoredPreferences>;
    const filter = filters.find((each) => each === parsed.filter) ?? 'all';
    return { filter, collapsed: Array.isArray(parsed.collapsed) ? parsed.collapsed : [] };
  } catch {
    return { filter: 'all', collapsed: [] };
  }
}

const stored = read();
export const filter = signal<Filter>(stored.filter);
export const collapsed = signal<ReadonlySet<GroupKey>>(new Set(stored.collapsed));

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
