// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const binder = messages('binder', {
  missing: 'Page not found',
  missingAbout: 'There is nothing at this address. It may be mistyped, or the page was removed.',
  sections: {
    label: 'Binder sections',
    chat: 'Chat',
    pages: 'Pages',
    todos: 'To-dos',
    transactions: 'Approvals',
    meets: 'Meetings',
    members: 'Members',
  },
  refusals: {
    offline: 'The server cannot be reached. Check your connection and try again.',
    signedOut: 'You are signed out. Reload the page to sign in.',
    gone: 'It no longer exists. Someone may have deleted it.',
    tooLarge: 'This is larger than the server allows. Try a smaller one.',
    tooMany: 'Too many requests. Wait a minute and try again.',
    busy: 'The server is busy. Try again in a moment.',
    failed: 'The server failed. Try again. If it keeps failing, contact your administrator.',
  },
  due: {
    overdue: (when: string) => `Overdue: ${when}`,
    today: (when: string) => `Due ${when}`,
    later: (when: string) => `Due ${when}`,
  },
});
