import type { ReadonlySignal } from '@preact/signals';
import { Avatar } from '../design/avatar.tsx';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import type { Mentionable } from './mentioned.ts';
import { fold, MENTION_ALL, mentionAt, suggestionsFor } from './mentions.ts';
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionSource } from './suggestions.ts';

type Members = ReadonlySignal<readonly Mentionable[]>;

export const peopleSource = (members: Members): SuggestionSource => ({
  label: text.composer.suggestions,
  queryAt: mentionAt,
  find: (query) =>
    suggestionsFor(query, members.value).map(
      ({ id, name }): Suggestion => ({
        id,
        name,
        text: `@${name}`,
        icon: <Avatar id={id} name={name} small />,
      }),
    ),
});

export const mentionSource = (members: Members): SuggestionSource => {
  const source = peopleSource(members);
  return {
    ...source,
    find: (query) => {
      const people = source.find(query);
      const { length } = members.value;
      if (length < 2 || !MENTION_ALL.startsWith(fold(query))) return people;
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
