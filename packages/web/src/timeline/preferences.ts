import { signal } from '@preact/signals';
import { readerOfPage } from '../design/reader.ts';
import { storedValue } from '../stored-value.ts';
import { type Filter, filters, type GroupKey } from './rows.ts';

const stored = storedValue(`ringbinder-timeline ${readerOfPage().id ?? ''}`);

interface StoredPreferences {
  filter: Filter;
  collapsed: GroupKey[];
}

const preferences = stored.read() as Partial<StoredPreferences> | undefined;
export const filter = signal<Filter>(filters.find((each) => each === preferences?.filter) ?? 'all');
export const collapsed = signal<ReadonlySet<GroupKey>>(
  new Set(Array.isArray(preferences?.collapsed) ? preferences.collapsed : []),
);

function keep(): void {
  stored.write({ filter: filter.value, collapsed: [...collapsed.value] } satisfies StoredPreferences);
}

export function chooseFilter(chosen: Filter): void {
  filter.value = chosen;
  keep();
}

export function toggleCollapsed(group: GroupKey): void {
  const next = new Set(collapsed.value);
  if (!next.delete(group)) next.add(group);
  collapsed.value = next;
  keep();
}
