import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Selected } from './bbcode.ts';
import { complete, type Suggestion, type SuggestionSource } from './suggestions.ts';

interface SuggestionInput {
  block: ReadonlySignal<string>;
  caret: ReadonlySignal<number>;
  write(selected: Selected): void;
  sources: readonly SuggestionSource[];
}

export interface SuggestionKeys {
  listId: string;
  label: ReadonlySignal<string | undefined>;
  all: ReadonlySignal<readonly Suggestion[]>;
  active: ReadonlySignal<number>;
  activeId: ReadonlySignal<string | undefined>;
  onKeyDown(event: KeyboardEvent): boolean;
  choose(suggestion: Suggestion): void;
  isClosedAt(start: number): boolean;
}

export const isSuggesting = ({ all }: SuggestionKeys): boolean => all.value.length > 0;
const idOf = (listId: string, { id }: Suggestion) => `${listId}-${id}`;

export function useSuggestions({ block, caret, write, sources }: SuggestionInput): SuggestionKeys {
  const listId = useId();
  const chosen = useSignal(0);
  /** Start of the query whose suggestions the user dismissed with Escape. */
  const closedAt = useSignal(-1);
  const typed = useComputed(() => {
    for (const source of sources) {
      const query = source.queryAt(block.value, caret.value);
      if (query) return { source, ...query };
    }
    return undefined;
  });
  const all = useComputed(() => {
    const { value } = typed;
    return value && value.start !== closedAt.value ? value.source.find(value.query) : [];
  });
  const active = useComputed(() => Math.min(chosen.value, all.value.length - 1));
  // `useSignalEffect` runs after a frame, by which a fast typist has filled the block again.
  useLayoutEffect(
    () =>
      effect(() => {
        if (block.value === '') closedAt.value = -1;
      }),
    [],
  );

  function choose(suggestion: Suggestion): void {
    const { value } = typed;
    if (!value) return;
    const completed = complete(block.value, caret.value, value, suggestion.text);
    write({ text: completed.text, start: completed.caret, end: completed.caret });
    chosen.value = 0;
    value.source.onChoose?.(suggestion);
  }

  return {
    listId,
    label: useComputed(() => typed.value?.source.label),
    all,
    active,
    activeId: useComputed(() => {
      const suggestion = all.value[active.value];
      return suggestion && idOf(listId, suggestion);
    }),
    choose,
    isClosedAt: (start) => start === closedAt.value,
    onKeyDown(event) {
      const { value: offered } = all;
      if (offered.length === 0) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        chosen.value = (active.value + step + offered.length) % offered.length;
      } else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
        const suggestion = offered[active.value];
        if (suggestion) choose(suggestion);
      } else if (event.key === 'Escape') closedAt.value = typed.value?.start ?? -1;
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

interface SuggestionListProps {
  suggestions: SuggestionKeys;
  place?: (list: HTMLElement) => void;
}

export function SuggestionList({ suggestions, place }: SuggestionListProps) {
  const { listId, label, all, active, choose } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) place?.(list.current);
  });
  if (!isSuggesting(suggestions)) return null;
  return (
    <div ref={list} class="suggestion-list" id={listId} role="listbox" aria-label={label.value}>
      {all.value.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and handles the keys.
        <div
          key={suggestion.id}
          id={idOf(listId, suggestion)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          {suggestion.icon}
          <bdi>{suggestion.name}</bdi>
        </div>
      ))}
    </div>
  );
}
