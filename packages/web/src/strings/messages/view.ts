// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const view = messages('view', {
  meetButton: {
    start: 'Start meeting',
    startHint: 'Start a meeting in this binder',
    starting: 'Starting…',
    join: 'Join meeting',
    back: 'Return to the meeting',
    running: (name: string) => `Meeting in progress: “${name}”`,
  },
  binder: {
    back: 'All binders',
    gone: 'You don’t have access to this binder',
    goneAbout: 'It was deleted, or you are no longer a member. If you need access, ask its owner.',
    notHere: 'This binder is not available offline yet',
    notHereAbout: 'You have not opened it on this device before. It will load when you are online.',
  },
  availability: {
    available: 'Available',
    away: 'Away',
    quiet: 'Do not disturb',
  },
});
