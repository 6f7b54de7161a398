import { viewer as viewerText } from '../strings/messages/viewer.ts';
import { type Inline, inlinesOf } from '../viewer/inlines.ts';

const MAX_CHARS = 80;

/** The words of the first line with any, without Markdown. */
export function titleOf(text: string): string {
  for (const line of text.split('\n')) {
    const plain = line.replace(/^[\s>#|*+-]*(?:\d{1,9}[.)]\s)?(?:\[[ xX]\]\s)?/, '').replace(/[\s#|]*$/, '');
    const words = inlinesOf(plain)
      .map(wordsOf)
      .join('')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    if (/[\p{L}\p{N}]/u.test(words)) return [...words].slice(0, MAX_CHARS).join('').trim();
  }
  return '';
}

const wordsOf = (part: Inline): string => {
  if (typeof part === 'string') return part;
  return part.kind === 'code' || part.kind === 'link'
    ? part.text
    : inlinesOf(part.text).map(wordsOf).join('');
};

/** New notes are called `Untitled`, `Untitled 2` and so on. */
export function isUntitled(name: string): boolean {
  const { untitled } = viewerText;
  return name.startsWith(untitled) && /^(?:[\s\p{P}]*\p{N}+)?\s*$/u.test(name.slice(untitled.length));
}
