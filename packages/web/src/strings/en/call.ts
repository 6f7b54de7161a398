import { sentences } from './sentences.ts';

export const call = sentences({
  calling: (name: string) => `${name} is calling`,
  accept: 'Join',
  decline: 'Decline',
  reply: 'Decline with a message',
  message: 'Message',
  send: 'Send',
  replies: ['I’ll call you back.', 'I’m in a meeting. What is it about?'] as const,
});
