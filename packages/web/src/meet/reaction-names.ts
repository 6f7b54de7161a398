import { meeting } from '../strings/messages/meeting.ts';

const names = {
  '👍': 'thumbsUp',
  '👏': 'applause',
  '❤️': 'heart',
  '😂': 'laughter',
  '😮': 'surprise',
  '🎉': 'party',
  '🤔': 'thinking',
  '👎': 'thumbsDown',
} as const;

export const reactions = Object.keys(names) as (keyof typeof names)[];

export const reactionName = (emoji: string): string =>
  emoji in names ? meeting.emoji[names[emoji as keyof typeof names]] : emoji;
