import { Fragment, Slice } from 'prosemirror-model';
import { isRich } from '../bbcode.ts';
import { documentOf, linesOf } from './read-bbcode.ts';

/**
 * Removes style elements and renames style attributes, which the page's policy forbids. Also removes a line
 * break at the end of a block.
 */
export const cleanMarkup = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1>|<(?:meta|link)\b[^>]*>/gi, '')
    .replace(/<([\w:]+)([^<>]*?)\sstyle\s*=/gi, '<$1$2 data-style=')
    .replace(/<br\b[^>]*>\s*(?=<\/(?:p|div|li|td|th|h[1-6])>)/gi, '');

/** A browser copies a picture together with markup that has no words. */
export function hasWords(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(cleanMarkup(html), 'text/html');
  return body.textContent.trim() !== '';
}

/**
 * Returns pasted text as lines, or as the document of its BBCode.
 * @param isPlain whether the user asked for plain text
 */
export function textSlice(text: string, isPlain: boolean): Slice {
  const blocks = !isPlain && isRich(text) ? documentOf(text).content : Fragment.from(linesOf(text));
  return Slice.maxOpen(blocks, false);
}
