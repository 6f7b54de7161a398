import { sentences } from './sentences.ts';

export const comments = sentences({
  title: 'Comments',
  count: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  you: 'You',
  inChat: 'View in chat',
  write: 'Write a comment',
  send: 'Comment',
  sending: 'Sending…',
  refused: (why: string) => `Not sent: ${why}.`,
  retry: 'Try again',
  drop: 'Discard',
  older: 'Load older comments',
  loadingOlder: 'Loading…',
});
