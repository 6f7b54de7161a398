import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { Avatar } from '../design/avatar.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { completeMention, type Mentionable, mentionAt, suggestionsFor } from './mentions.ts';

interface MentionInput {
  draft: Signal<string>;
  caret: Signal<number>;
  members: ReadonlySignal<readonly Mentionable[]>;
  field: RefObject<HTMLTextAreaElement | null>;
}

export interface MentionKeys {
  suggestions: ReadonlySignal<readonly Mentionable[]>;
  active: ReadonlySignal<number>;
  /** Element id of the active one. */
  activeId: ReadonlySignal<string | undefined>;
  /** Returns true when the list handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  choose(member: Mentionable): void;
}

export const isSuggesting = ({ suggestions }: MentionKeys): boolean => suggestions.value.length > 0;

/** Suggests members for a mention: arrow keys choose, Enter and Tab accept, Escape closes. */
export function useMentionKeys({ draft, caret, members, field }: MentionInput): MentionKeys {
  const chosen = useSignal(0);
  /** Start of the mention that Escape dismissed. */
  const closedAt = useSignal(-1);
  const mention = useComputed(() => mentionAt(draft.value, caret.value));
  const suggestions = useComputed(() => {
    const { value } = mention;
    return value && value.start !== closedAt.value ? suggestionsFor(value.query, members.value) : [];
  });
  const active = useComputed(() => Math.min(chosen.value, suggestions.value.length - 1));
  const activeId = useComputed(() => {
    const member = suggestions.value[active.value];
    return member && `mention-${member.id}`;
  });

  function choose(member: Mentionable): void {
    const { value } = mention;
    const { current: element } = field;
    if (!value || !element) return;
    const completed = completeMention(draft.value, caret.value, value, member.name);
    draft.value = completed.text;
    element.value = completed.text;
    element.focus();
    element.setSelectionRange(completed.caret, completed.caret);
    caret.value = completed.caret;
    chosen.value = 0;
  }

  return {
    suggestions,
    active,
    activeId,
    choose,
    onKeyDown(event) {
      const { value: offered } = suggestions;
      if (offered.length === 0) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        chosen.value = (active.value + step + offered.length) % offered.length;
      } else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
        const member = offered[active.value];
        if (member) choose(member);
      } else if (event.key === 'Escape') closedAt.value = mention.value?.start ?? -1;
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

export function MentionList({ mention }: { mention: MentionKeys }) {
  const { value: offered } = mention.suggestions;
  if (offered.length === 0) return null;
  return (
    <div class="mention-list" id="mention-list" role="listbox" aria-label={text.composer.suggestions}>
      {offered.map((member, index) => (
        <div
          key={member.id}
          id={`mention-${member.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === mention.active.value}
          // A click would blur the field first.
          onPointerDown={(event) => {
            event.preventDefault();
            mention.choose(member);
          }}
        >
          <Avatar id={member.id} name={member.name} small />
          <bdi>{member.name}</bdi>
        </div>
      ))}
    </div>
  );
}
