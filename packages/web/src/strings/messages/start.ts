// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const start = messages('start', {
  welcome: (name: string) => `Welcome, ${name}`,
  about: 'A binder keeps everything about one piece of work in one place, for exactly the people you choose.',
  create: 'Create your first binder',
  invited: 'Were you invited to a binder? It appears in the list when the other person has added you.',
  contents: {
    chat: 'Ask, answer and decide where everybody can read it later.',
    pages: 'Share files, draw on them and comment on the exact spot.',
    transactions: 'Get a decision from the right people, with proof.',
    meets: 'Talk and show documents without another program.',
  },
  next: 'Where to begin',
  nextAbout: 'Or write the first message below.',
  steps: {
    members: {
      title: 'Add people',
      about: 'Colleagues, customers and bots',
    },
    pages: {
      title: 'Add documents',
      about: 'PDF, Office, pictures and notes',
    },
    transactions: {
      title: 'Ask for an approval',
      about: 'With buttons, in steps',
    },
    meets: {
      title: 'Plan a meeting',
      about: 'Now or for a date',
    },
  },
});
