import type { ComponentChildren } from 'preact';

/** A word that begins with a sign such as `@`. */
export interface TypedQuery {
  /** Position of the sign. */
  start: number;
  query: string;
}

export interface Suggestion {
  id: string;
  name: string;
  /** Replaces the sign and the query. */
  text: string;
  icon: ComponentChildren;
}

export interface SuggestionSource {
  /** Accessible name of the list. */
  label: string;
  queryAt(text: string, caret: number): TypedQuery | undefined;
  /** Best first. Runs in a computed signal, so the list follows the signals that it reads. */
  find(query: string): readonly Suggestion[];
  onChoose?(suggestion: Suggestion): void;
}

export const MAX_SUGGESTIONS = 8;

/** Adds a space after the replacement. */
export function complete(
  text: string,
  caret: number,
  { start }: TypedQuery,
  replacement: string,
): { text: string; caret: number } {
  const head = `${text.slice(0, start)}${replacement} `;
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length };
}
