import type { ReadonlySignal } from '@preact/signals';
import { Avatar } from '../design/avatar.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { type Mentionable, mentionAt, suggestionsFor } from './mentions.ts';
import type { SuggestionSource } from './suggestions.ts';

/** Suggests members after an `@`. */
export const mentionSource = (members: ReadonlySignal<readonly Mentionable[]>): SuggestionSource => ({
  label: text.composer.suggestions,
  queryAt: mentionAt,
  find: (query) =>
    suggestionsFor(query, members.value).map(({ id, name }) => ({
      id,
      name,
      text: `@${name}`,
      icon: <Avatar id={id} name={name} small />,
    })),
});
