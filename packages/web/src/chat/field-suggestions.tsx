import { batch, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { type Field, textareaField } from './field.ts';
import { type SuggestionKeys, SuggestionList, useSuggestions } from './suggestion-list.tsx';
import type { SuggestionSource } from './suggestions.ts';

/** The state of a textarea outside the chat. The owner of the textarea passes its keys to `suggestions`. */
export interface SuggestingField {
  draft: Signal<string>;
  caret: Signal<number>;
  field: RefObject<HTMLTextAreaElement | null>;
  suggestions: Signal<SuggestionKeys | undefined>;
}

export const fieldOf = ({ draft, caret, field }: SuggestingField): Field | undefined =>
  field.current
    ? textareaField(field.current, () =>
        batch(() => {
          const { value, selectionStart } = field.current as HTMLTextAreaElement;
          draft.value = value;
          caret.value = selectionStart;
        }),
      )
    : undefined;

export function FieldSuggestions(props: SuggestingField & { sources: readonly SuggestionSource[] }) {
  const { draft, caret, field, suggestions, sources } = props;
  const keys = useSuggestions({
    block: draft,
    caret,
    write: (selected) => fieldOf(props)?.write(selected),
    sources,
  });
  useLayoutEffect(() => {
    suggestions.value = keys;
    caret.value = field.current?.selectionStart ?? 0;
    return () => {
      suggestions.value = undefined;
    };
  }, []);
  return <SuggestionList suggestions={keys} />;
}
