import { graphemesOf } from '@ringbinder/protocol/graphemes.ts';

export function initialsOf(name: string): string {
  const spaced = initialsIn(name.split(/\s/u));
  const initials = spaced.length > 1 ? spaced : initialsIn(name.replace(/(\S)@.*/u, '$1').split(/[\s._-]/u));
  return initials.slice(0, 2).join('').toLocaleUpperCase() || graphemeIn(name, /\S/);
}

const initialsIn = (words: readonly string[]): string[] =>
  words.map((word) => graphemeIn(word, /[\p{L}\p{N}]/u)).filter(Boolean);

function graphemeIn(word: string, pattern: RegExp): string {
  for (const { segment } of graphemesOf(word)) if (pattern.test(segment)) return segment;
  return '';
}
