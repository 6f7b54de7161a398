import { type ReadonlySignal, signal } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';
import type { PageDocument } from '../binder/documents.ts';
import { localized } from '../design/locale.ts';
import { readerOfPage } from '../design/reader.ts';
import { storedValue } from '../stored-value.ts';
import { pageTypeName } from './type-name.ts';

export const layouts = ['grid', 'list'] as const;
export type Layout = (typeof layouts)[number];
export const orders = ['position', 'name', 'date', 'author', 'type'] as const;
export type Order = (typeof orders)[number];

interface Stored {
  layout: Layout;
  order: Order;
  collapsed: readonly number[];
}

export interface Arrangement {
  value: ReadonlySignal<Stored>;
  choose(change: Partial<Stored>): void;
  toggle(section: number): void;
  expand(section: number): void;
}

export function createArrangement(binderId: string): Arrangement {
  const stored = storedValue(`ringbinder-pages ${readerOfPage().id ?? ''} ${binderId}`);
  const before = stored.read() as Partial<Stored> | undefined;
  const value = signal<Stored>({
    layout: layouts.find((each) => each === before?.layout) ?? 'grid',
    order: orders.find((each) => each === before?.order) ?? 'position',
    collapsed: Array.isArray(before?.collapsed) ? before.collapsed : [],
  });
  const choose = (change: Partial<Stored>) => {
    value.value = { ...value.peek(), ...change };
    stored.write(value.peek());
  };
  const expand = (section: number) =>
    choose({ collapsed: value.peek().collapsed.filter((id) => id !== section) });
  return {
    value,
    choose,
    expand,
    toggle(section) {
      const { collapsed } = value.peek();
      if (collapsed.includes(section)) expand(section);
      else choose({ collapsed: [...collapsed, section] });
    },
  };
}

export type FilesById = ReadonlyMap<string, BinderState['files'][number]>;

export const authorOf = ({ first }: PageDocument, files: FilesById): string =>
  files.get(first.file_id)?.user.name ?? '';

export const dateOf = ({ first }: PageDocument, files: FilesById): number =>
  files.get(first.file_id)?.created_time ?? first.created_time;

const comparison = localized((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));
const byText =
  (of: (document: PageDocument, files: FilesById) => string) =>
  (files: FilesById) =>
  (one: PageDocument, other: PageDocument) =>
    comparison().compare(of(one, files), of(other, files));

const comparisons: Record<
  Exclude<Order, 'position'>,
  (files: FilesById) => (one: PageDocument, other: PageDocument) => number
> = {
  name: byText(({ name }) => name),
  date: (files) => (one, other) => dateOf(other, files) - dateOf(one, files),
  author: byText(authorOf),
  type: byText(({ first }) => pageTypeName(first)),
};

export function arrange(
  documents: readonly PageDocument[],
  order: Order,
  files: FilesById,
): readonly PageDocument[] {
  return order === 'position' ? documents : documents.toSorted(comparisons[order](files));
}
