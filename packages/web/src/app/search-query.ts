import { foldText, hasBeginnings, searchTerms } from '@ringbinder/protocol/search.ts';
import { find as words } from '../strings/messages/find.ts';

export const filterKeys = ['from', 'in', 'has', 'type', 'before', 'after'] as const;
export type FilterKey = (typeof filterKeys)[number];

export interface Choice {
  value: string;
  name: string;
  aliases?: readonly string[];
}

export interface Filter {
  key: FilterKey;
  value: string;
  name: string;
}

/** The likeliest choice is first. */
export type Choices = Readonly<Partial<Record<FilterKey, readonly Choice[]>>>;

export interface Draft {
  text: string;
  caret: number;
}

/** A typed filter, such as `in:budget` or `in:"Budget report"`. */
export interface FilterText {
  key: FilterKey;
  value: string;
  start: number;
  valueStart: number;
  end: number;
  isClosed: boolean;
  isUnclosed: boolean;
}

const MAX_SUGGESTIONS = 8;
/** Accepts the curly quotes that phones type, and the wide colon of Chinese and Japanese keyboards. */
const FILTER = /(?<!\S)([^\s:："“”„]+)[:：](?:["“”„]([^"“”„]*)(["“”„])?|(\S*))/gu;
const PARTIAL_DAY = /^[\d-]*$/;

function filterTextsIn(text: string): FilterText[] {
  return [...text.matchAll(FILTER)].flatMap(
    ({ 0: { length }, 1: word = '', 2: quoted, 3: quote, 4: bare, index }) => {
      const key = keyOfWord(foldText(word));
      if (!key) return [];
      const isClosed = quote !== undefined;
      return {
        key,
        value: quoted ?? bare ?? '',
        start: index,
        valueStart: index + word.length + 1,
        end: index + length,
        isClosed,
        isUnclosed: quoted !== undefined && !isClosed,
      };
    },
  );
}

const keyOfWord = (word: string): FilterKey | undefined =>
  filterKeys.find((key) => foldText(words.key[key]) === word) ?? filterKeys.find((key) => key === word);

export function filterTextAt({ text, caret }: Draft): FilterText | undefined {
  return filterTextsIn(text).find(
    ({ valueStart, end, isClosed }) => caret >= valueStart && caret <= end && !isClosed,
  );
}

export function withoutFilterText({ text, caret }: Draft, { start, end }: FilterText): Draft {
  const rest = text.slice(end).replace(/^\s/u, '');
  const removed = text.length - start - rest.length;
  return {
    text: text.slice(0, start) + rest,
    caret: caret <= start ? caret : Math.max(start, caret - removed),
  };
}

export function takeFilters(draft: Draft, choices: Choices): { filters: Filter[]; draft: Draft } {
  const typed = filterTextAt(draft);
  const filters: Filter[] = [];
  let rest = draft;
  // Go backwards, so that earlier positions stay valid.
  for (const each of filterTextsIn(draft.text).toReversed()) {
    if (each.isUnclosed || each.start === typed?.start) continue;
    const filter = filterOf(each, choices);
    if (!filter) continue;
    filters.unshift(filter);
    rest = withoutFilterText(rest, each);
  }
  return { filters, draft: rest };
}

function filterOf({ key, value }: FilterText, choices: Choices): Filter | undefined {
  const [best] = rankedChoices(key, value, choices);
  // Require an exact match for days, because a user who types “3” need not mean “30 days ago”.
  return best && value.trim() !== '' && best.rank <= (isDayFilter(key) ? EQUAL : STARTS)
    ? { key, value: best.choice.value, name: best.choice.name }
    : undefined;
}

export function suggestionsFor({ key, value }: FilterText, choices: Choices): Filter[] {
  return rankedChoices(key, value, choices)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ choice }) => ({ key, value: choice.value, name: choice.name }));
}

const EQUAL = 0;
const STARTS = 1;
const HAS_WORDS = 2;

function rankedChoices(key: FilterKey, value: string, choices: Choices): { choice: Choice; rank: number }[] {
  if (isDayFilter(key) && isDay(value)) return [{ choice: { value, name: value }, rank: EQUAL }];
  return (choices[key] ?? [])
    .map((choice) => ({ choice, rank: Math.min(...namesOf(choice).map((name) => rankOf(name, value))) }))
    .filter(({ rank }) => rank <= HAS_WORDS)
    .sort((one, other) => one.rank - other.rank);
}

const namesOf = ({ name, aliases = [] }: Choice) => [name, ...aliases];

function rankOf(name: string, typed: string): number {
  const [folded, start] = [foldText(name), foldText(typed)];
  if (folded === start) return EQUAL;
  if (folded.startsWith(start)) return STARTS;
  return searchTerms(typed).length > 0 && hasBeginnings(name, typed) ? HAS_WORDS : Number.POSITIVE_INFINITY;
}

export const isDayFilter = (key: FilterKey): boolean => key === 'before' || key === 'after';

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export function isUnfinished(typed: FilterText, choices: Choices): boolean {
  if (typed.value === '' || suggestionsFor(typed, choices).length > 0) return true;
  return isDayFilter(typed.key) && PARTIAL_DAY.test(typed.value) && typed.value.length < 'yyyy-mm-dd'.length;
}

export function addFilters(filters: readonly Filter[], added: readonly Filter[]): Filter[] {
  const all = [...filters, ...added];
  return all.filter(({ key }, index) => !all.slice(index + 1).some((other) => other.key === key));
}
