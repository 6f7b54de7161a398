import { sentences } from './sentences.ts';

/** Comments on a transaction or a to-do. */
export const comments = sentences({
  title: 'Comments',
  count: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  you: 'You',
  inChat: 'Show in the chat',
  write: 'Write a comment',
  send: 'Comment',
  sending: 'Being sent …',
  refused: (why: string) => `Not sent: ${why}.`,
  retry: 'Try again',
  drop: 'Discard',
  older: 'Look for older comments',
  loadingOlder: 'Looking …',
});
