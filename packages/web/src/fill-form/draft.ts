import { type Signal, signal } from '@preact/signals';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import type { Field, PageForm, Value } from './calls.ts';

/** Unsaved values of a page. The values outlive the page's view. */
export interface Draft {
  isOpen: Signal<boolean>;
  isSaving: Signal<boolean>;
  values: Signal<Readonly<Record<string, Value>>>;
  base: Signal<PageForm | undefined>;
  isOutdated: Signal<boolean>;
  theirs: Signal<Readonly<Record<string, Value>>>;
  problems: Signal<Readonly<Record<string, string>>>;
}

const drafts = new Map<string, Draft>();

export function draftOf(binderId: string, pageId: number): Draft {
  const key = `${binderId} ${pageId}`;
  const existing = drafts.get(key);
  if (existing) return existing;
  const draft: Draft = {
    isOpen: signal(false),
    isSaving: signal(false),
    values: signal({}),
    base: signal(undefined),
    isOutdated: signal(false),
    theirs: signal({}),
    problems: signal({}),
  };
  drafts.set(key, draft);
  draft.values.subscribe((values) => warnBeforeLeaving(`form ${key}`, Object.keys(values).length > 0));
  return draft;
}

export const isEqual = (a: Value | undefined, b: Value | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export const currentValue = ({ values }: Draft, { name, value }: Field): Value => values.value[name] ?? value;

export function change(draft: Draft, { name, value }: Field, typed: Value): void {
  const { [name]: _, ...others } = draft.values.value;
  draft.values.value = isEqual(typed, value) ? others : { ...others, [name]: typed };
  const { [name]: __, ...problems } = draft.problems.value;
  draft.problems.value = problems;
}

export function receive(draft: Draft, form: PageForm): void {
  const before = draft.base.value;
  draft.base.value = form;
  const typed = draft.values.value;
  if (before === undefined || before.file_id === form.file_id || Object.keys(typed).length === 0) return;
  const theirs = { ...draft.theirs.value };
  const rest: Record<string, Value> = {};
  for (const field of form.fields) {
    const { name, value } = field;
    const own = typed[name];
    if (own === undefined || isEqual(own, value)) continue;
    rest[name] = own;
    const old = before.fields.find((each) => each.name === name);
    if (!isEqual(old?.value, value)) theirs[name] = value;
  }
  draft.values.value = rest;
  draft.theirs.value = theirs;
  draft.isOutdated.value = true;
}

export function reset(draft: Draft): void {
  draft.values.value = {};
  draft.theirs.value = {};
  draft.problems.value = {};
  draft.isOutdated.value = false;
}
