import { meeting } from '../strings/messages/meeting.ts';

/** The reactions, with their messages. */
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

/** The name of a reaction. Of an unknown one it is the emoji. */
export const reactionName = (emoji: string): string =>
  emoji in names ? meeting.emoji[names[emoji as keyof typeof names]] : emoji;
