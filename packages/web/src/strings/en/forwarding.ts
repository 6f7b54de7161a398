import { sentences } from './sentences.ts';

export const forwarding = sentences({
  mark: (name: string, time: string) => `Forwarded from ${name}, ${time}`,
  forward: 'Forward…',
  title: 'Forward a message',
  to: (name: string) => `Forward to ${name}`,
  find: 'Find a binder',
  none: 'No binder that you can write in has this name.',
  comment: 'Comment (optional)',
  submit: 'Forward',
  other: 'Choose another binder',
  done: (name: string) => `Forwarded to ${name}.`,
});
