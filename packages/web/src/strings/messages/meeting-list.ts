// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const meetingList = messages('meeting-list', {
  title: 'Meetings',
  start: 'Start now',
  schedule: 'Schedule',
  none: 'No meetings yet',
  noneAbout: 'Start one now or schedule one. All members of the binder can join.',
  groups: {
    running: 'In progress',
    planned: 'Upcoming',
    past: 'Past',
  },
  about: (when: string, host: string) => `${when}, ${host}`,
  now: 'Now',
  join: 'Join',
  joinOne: (name: string) => `Join ${name}`,
});
