import { sentences } from './sentences.ts';

export const emoji = sentences({
  search: 'Search emoji',
  tone: 'Skin tone',
  groups: {
    label: 'Groups of emoji',
    recent: 'Recent and common',
    smileys: 'Smileys and emotion',
    people: 'People and body',
    animals: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
  results: 'Emoji found',
  none: (words: string) => `No emoji for “${words}”.`,
  loading: 'Loading…',
  failed: 'The emoji could not be loaded. Check your connection.',
  retry: 'Try again',
});
