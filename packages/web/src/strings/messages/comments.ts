// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const comments = messages('comments', {
  title: 'Comments',
  count: (count: number) => forms(count, { one: '1 comment', other: `${digits(count)} comments` }),
  inChat: 'View in chat',
  write: 'Write a comment',
  send: 'Comment',
  sending: 'Sending…',
  refused: (why: string) => `Not sent: ${why}.`,
  retry: 'Try again',
  drop: 'Discard',
  edit: 'Edit',
  save: 'Save',
  remove: 'Delete',
  removeTitle: 'Delete this comment?',
  older: 'Load older comments',
  loadingOlder: 'Loading…',
});
