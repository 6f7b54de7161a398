import type { ComponentChildren } from 'preact';

export interface TypedQuery {
  start: number;
  query: string;
}

export interface Suggestion {
  id: string;
  name: string;
  /** Empty if choosing only removes the query. */
  text: string;
  icon: ComponentChildren;
}

export interface SuggestionSource {
  label: string;
  queryAt(text: string, caret: number): TypedQuery | undefined;
  find(query: string): readonly Suggestion[];
  onChoose?(suggestion: Suggestion): void;
}

export const MAX_SUGGESTIONS = 8;

export function complete(
  text: string,
  caret: number,
  { start }: TypedQuery,
  replacement: string,
): { text: string; caret: number } {
  const head = text.slice(0, start);
  if (replacement === '') return { text: head + text.slice(caret), caret: start };
  const completed = `${head}${replacement} `;
  return { text: completed + text.slice(caret).replace(/^ /, ''), caret: completed.length };
}
