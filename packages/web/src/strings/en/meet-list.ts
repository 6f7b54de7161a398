import { sentences } from './sentences.ts';

export const meetList = sentences({
  title: 'Meetings',
  start: 'Start now',
  schedule: 'Schedule',
  none: 'No meetings yet',
  noneAbout: 'Start one now or schedule one. All members of the binder can join.',
  groups: { running: 'In progress', planned: 'Upcoming', past: 'Past' },
  about: (when: string, host: string) => `${when}, ${host}`,
  now: 'Now',
  join: 'Join',
  joinOne: (name: string) => `Join ${name}`,
} as const);
