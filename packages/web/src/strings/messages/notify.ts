// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const notify = messages('notify', {
  meetSoon: (name: string, when: string) => `“${name}” starts at ${when}.`,
  reminder: (name: string, said: string) => `Reminder: ${name} wrote “${said}”`,
  newIn: (binder: string, said: string) => `New in ${binder}: ${said}`,
  label: 'Notifications',
  question: 'You have new messages. Turn on desktop notifications?',
  yes: 'Turn on',
  no: 'No, thanks',
  blocked: 'Your browser blocks notifications from this page. You can change this in its settings.',
});
