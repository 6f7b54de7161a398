import { signal } from '@preact/signals';
import { readerOfPage } from '../../design/reader.ts';

/** Signing out removes entries with the user's id in the name. */
const KEY = `ringbinder-emoji ${readerOfPage().id ?? ''}`;
const MAX_RECENT = 24;
const MAX_TONE = 5;

interface StoredEmoji {
  recent: string[];
  tone: number;
}

function read(): StoredEmoji {
  try {
    const { recent, tone } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<StoredEmoji>;
    return {
      recent: Array.isArray(recent) ? recent.filter((each) => typeof each === 'string') : [],
      tone: typeof tone === 'number' && tone >= 0 && tone <= MAX_TONE ? tone : 0,
    };
  } catch {
    return { recent: [], tone: 0 };
  }
}

const stored = read();
/** Emoji chosen in this browser, newest first. */
export const recentEmoji = signal<readonly string[]>(stored.recent);
/** The default skin tone: 0 is none, 1 light, 5 dark. */
export const defaultTone = signal(stored.tone);

function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent: recentEmoji.value, tone: defaultTone.value }));
  } catch {
    // No storage, or it is full: both stay in memory.
  }
}

export function noteRecent(character: string): void {
  const others = recentEmoji.value.filter((each) => each !== character);
  recentEmoji.value = [character, ...others].slice(0, MAX_RECENT);
  write();
}

export function chooseTone(tone: number): void {
  defaultTone.value = tone;
  write();
}
