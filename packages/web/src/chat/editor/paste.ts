import { Fragment, Slice } from 'prosemirror-model';
import { isRich } from '../bbcode.ts';
import { documentOf, linesOf } from './read-bbcode.ts';

/**
 * Pasted markup without what the page's policy forbids: style elements are removed, and style attributes renamed. A line
 * break at the end of a block would begin an empty line.
 */
export const cleanMarkup = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1>|<(?:meta|link)\b[^>]*>/gi, '')
    .replace(/<([\w:]+)([^<>]*?)\sstyle\s*=/gi, '<$1$2 data-style=')
    .replace(/<br\b[^>]*>\s*(?=<\/(?:p|div|li|td|th|h[1-6])>)/gi, '');

/** Whether markup has words: a picture that is copied in a browser comes with markup as well, and is a file. */
export function hasWords(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(cleanMarkup(html), 'text/html');
  return body.textContent.trim() !== '';
}

/** Pasted text: lines, or the document of BBCode. @param isPlain whether the user asked for plain text */
export function textSlice(text: string, isPlain: boolean): Slice {
  const blocks = !isPlain && isRich(text) ? documentOf(text).content : Fragment.from(linesOf(text));
  return Slice.maxOpen(blocks, false);
}
