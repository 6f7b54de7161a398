import { batch, type Signal, useComputed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { textareaField } from '../chat/field.ts';
import { peopleSource } from '../chat/mention-source.tsx';
import { mentionableIn } from '../chat/mentioned.ts';
import { type SuggestionKeys, SuggestionList, useSuggestions } from '../chat/suggestion-list.tsx';

interface MentionListProps {
  binder: BinderContext;
  draft: Signal<string>;
  caret: Signal<number>;
  field: RefObject<HTMLTextAreaElement | null>;
  suggestions: Signal<SuggestionKeys | undefined>;
}

export function MentionList({ binder, draft, caret, field, suggestions }: MentionListProps) {
  const members = useComputed(() => mentionableIn(binder));
  const keys = useSuggestions({
    block: draft,
    caret,
    write(selected) {
      const { current: element } = field;
      if (!element) return;
      textareaField(element, () =>
        batch(() => {
          draft.value = element.value;
          caret.value = element.selectionStart;
        }),
      ).write(selected);
    },
    sources: [peopleSource(members)],
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
