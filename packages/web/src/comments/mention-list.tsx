import { useComputed } from '@preact/signals';
import type { BinderContext } from '../binder/context.ts';
import { FieldSuggestions, type SuggestingField } from '../chat/field-suggestions.tsx';
import { peopleSource } from '../chat/mention-source.tsx';
import { mentionableIn } from '../chat/mentioned.ts';

export function MentionList({ binder, ...field }: SuggestingField & { binder: BinderContext }) {
  const members = useComputed(() => mentionableIn(binder));
  return <FieldSuggestions {...field} sources={[peopleSource(members)]} />;
}
