import type { Suggestion } from '../suggestions.ts';
import { withTone } from './data.ts';
import { findEmoji } from './find-emoji.ts';
import { defaultTone, noteRecent } from './stored-emoji.ts';

export { withEmoji } from './with-emoji.ts';
export { noteRecent };

export function suggestEmoji(query: string, limit: number): Suggestion[] {
  const typed = query.toLowerCase();
  return findEmoji(query, limit).map((emoji) => {
    const { character } = withTone(emoji, defaultTone.value);
    const { shortcodes } = emoji;
    const shortcode = shortcodes.find((each) => each.startsWith(typed)) ?? shortcodes[0];
    return {
      id: shortcode,
      name: `:${shortcode}:`,
      text: character,
      icon: (
        <span class="emoji" aria-hidden="true">
          {character}
        </span>
      ),
    };
  });
}
