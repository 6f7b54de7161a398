// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const approval = messages('approval', {
  loading: 'Loading the request',
  asks: (name: string, binder: string) => `${name} asks for your answer in “${binder}”.`,
  buttonsFor: (title: string) => `Answers to ${title}`,
  once: (name: string) => `You’re answering as ${name}. Your answer is final.`,
  waiting: 'It is not your turn yet. Others answer first.',
  blocked:
    'It is not your turn yet. Someone who answers before you is no longer available. The people who can reassign their step have been notified.',
  settled: 'This request is already closed.',
  stopped: 'This request is stopped. You can’t answer it right now.',
  again: 'Check again',
  thanks: 'Thank you',
  answered: 'Your answer:',
  dead: 'This request is no longer available',
  deadHint:
    'It was answered, reassigned or has expired, or the link is incomplete. Ask the sender for a new link.',
  client: 'This request is not available here',
  clientHint: 'Answer it on the website of the organisation that sent it.',
  failed: 'This could not be loaded',
  offline: 'The server is not responding. Check again in a moment.',
  early: 'Please read the request first, then press again.',
  covered: 'Something covers this request or changes how it looks. When it is fully visible, press again.',
  several: (required: number, total: number, answered: number) =>
    `${digits(required)} of ${digits(total)} people must agree. ${answered === 0 ? 'Nobody has answered so far.' : forms(answered, { one: `${digits(answered)} has answered so far.`, other: `${digits(answered)} have answered so far.` })}`,
  unreadPages: (names: string) => `Open these pages to the end in the app first: ${names}.`,
  quoted: (name: string) => `“${name}”`,
  sendAnswerTitle: 'Send this answer?',
  sendAnswer: 'Send answer',
  back: 'Back',
});
