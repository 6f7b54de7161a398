import { signal } from '@preact/signals';
import { chat as text } from '../../strings/messages/chat.ts';
import { MAX_SUGGESTIONS, type SuggestionSource } from '../suggestions.ts';
import { emojiQueryAt } from './typed.ts';

const loaded = signal<typeof import('./suggest.tsx') | undefined>(undefined);

export async function loadEmoji(): Promise<typeof import('./suggest.tsx')> {
  const { nameEmoji } = await import('./find-emoji.ts');
  await nameEmoji();
  loaded.value ??= await import('./suggest.tsx');
  return loaded.value;
}

const MIN_QUERY = 2;

export const emojiSource: SuggestionSource = {
  get label() {
    return text.composer.emojiSuggestions;
  },
  queryAt: emojiQueryAt,
  find(query) {
    if (!loaded.value) void loadEmoji().catch(() => undefined);
    return query.length < MIN_QUERY ? [] : (loaded.value?.suggestEmoji(query, MAX_SUGGESTIONS) ?? []);
  },
  onChoose: (suggestion) => loaded.value?.noteRecent(suggestion.text),
};
