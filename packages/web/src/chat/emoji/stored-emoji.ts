import { signal } from '@preact/signals';
import { readerOfPage } from '../../design/reader.ts';
import { storedValue } from '../../stored-value.ts';

const stored = storedValue(`ringbinder-emoji ${readerOfPage().id ?? ''}`);
const MAX_RECENT = 24;
const MAX_TONE = 5;

interface StoredEmoji {
  recent: string[];
  tone: number;
}

const { recent, tone } = (stored.read() ?? {}) as Partial<StoredEmoji>;
/** Newest first. */
export const recentEmoji = signal<readonly string[]>(
  Array.isArray(recent) ? recent.filter((each) => typeof each === 'string') : [],
);
export const defaultTone = signal(typeof tone === 'number' && tone >= 0 && tone <= MAX_TONE ? tone : 0);

const write = () =>
  stored.write({ recent: [...recentEmoji.value], tone: defaultTone.value } satisfies StoredEmoji);

export function noteRecent(character: string): void {
  const others = recentEmoji.value.filter((each) => each !== character);
  recentEmoji.value = [character, ...others].slice(0, MAX_RECENT);
  write();
}

export function chooseTone(chosen: number): void {
  defaultTone.value = chosen;
  write();
}
