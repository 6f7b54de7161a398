import { sentences } from './sentences.ts';

/** One approval in a page of somebody else. */
export const approval = sentences({
  loading: 'Loading the request',
  asks: (name: string, binder: string) => `${name} asks you in “${binder}”.`,
  buttonsFor: (title: string) => `Answers to ${title}`,
  once: (name: string) => `You answer as ${name}, once. What you press cannot be taken back here.`,
  waiting: 'It is not your turn yet: others answer first.',
  blocked:
    'It is not your turn yet. Somebody who answers before you is no longer available. The people who can reassign their step were notified.',
  settled: 'This has been settled already.',
  stopped: 'Answers are not taken at the moment.',
  again: 'Look again',
  thanks: 'Thank you',
  answered: 'Your answer:',
  dead: 'This request is not open here any more',
  deadHint:
    'It was answered, given to another person, or has expired, or its link is not complete. Ask whoever sent it to you for another one.',
  client: 'This request is not open here',
  clientHint: 'It is to be answered on the page of those who asked for it.',
  failed: 'This could not be loaded',
  offline: 'The server does not answer. Look again in a moment.',
  early: 'Read it first, and press again.',
  covered: 'Something lies over this request or changes how it looks. Once it is seen whole, press again.',
  /** For whoever builds the page around. */
  errors: {
    client: 'the link is of another client',
    covered: 'something lies over the approval, or alters it: it is pressed once it is seen whole',
    token: 'the token is not that of a link',
    unreachable: 'the server does not answer',
  },
} as const);
