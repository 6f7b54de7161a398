import { type ReadonlySignal, signal } from '@preact/signals';
import { Avatar } from '../design/avatar.tsx';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import type { Mentionable } from './mentioned.ts';
import { MENTION_ALL, mentionAt } from './mentions.ts';
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionSource } from './suggestions.ts';

type Members = ReadonlySignal<readonly Mentionable[]>;

const loaded = signal<typeof import('./mention-matches.ts') | undefined>(undefined);

/** If loading fails, the next call retries. */
export async function loadMentions(): Promise<void> {
  loaded.value ??= await import('./mention-matches.ts');
}

export const peopleSource = (members: Members): SuggestionSource => ({
  label: text.composer.suggestions,
  queryAt: mentionAt,
  find(query) {
    if (!loaded.value) void loadMentions().catch(() => undefined);
    const people = loaded.value?.suggestionsFor(query, members.value) ?? [];
    return people.map(
      ({ id, name }): Suggestion => ({
        id,
        name,
        text: `@${name}`,
        icon: <Avatar id={id} name={name} small />,
      }),
    );
  },
});

export const mentionSource = (members: Members): SuggestionSource => {
  const source = peopleSource(members);
  return {
    ...source,
    find: (query) => {
      const people = source.find(query);
      const { length } = members.value;
      if (length < 2 || !MENTION_ALL.startsWith(query.toLowerCase())) return people;
      const all = {
        id: MENTION_ALL,
        name: text.composer.all(length),
        text: `@${MENTION_ALL}`,
        icon: <Glyph name="person" />,
      };
      return [...people.slice(0, MAX_SUGGESTIONS - 1), all];
    },
  };
};
