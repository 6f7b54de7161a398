import { sentences } from './sentences.ts';

/** For people who begin: Home without binders, and a new binder. */
export const gettingStarted = sentences({
  welcome: (name: string) => `Welcome, ${name}`,
  about: 'A binder keeps everything about one piece of work in one place, for exactly the people you choose.',
  create: 'Create your first binder',
  invited: 'Were you invited to a binder? It appears in the list when the other person has added you.',
  contents: [
    ['chat', 'Chat', 'Ask, answer and decide where everybody can read it later.'],
    ['pages', 'Documents', 'Share files, draw on them and comment on the exact spot.'],
    ['transactions', 'Approvals', 'Get a decision from the right people, with proof.'],
    ['meets', 'Meetings', 'Talk and show documents without another program.'],
  ],
  next: 'Where to begin',
  nextAbout: 'Or write the first message below.',
  steps: [
    ['members', 'Add people', 'Colleagues, customers and bots'],
    ['pages', 'Add documents', 'PDF, Office, pictures and notes'],
    ['transactions', 'Ask for an approval', 'With buttons, in steps'],
    ['meets', 'Plan a meeting', 'Now or for a date'],
  ],
} as const);
