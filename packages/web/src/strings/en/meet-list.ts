import { sentences } from './sentences.ts';

/** What the list of a binder's meets says. */
export const meetList = sentences({
  title: 'Meets',
  start: 'Start now',
  schedule: 'Schedule',
  plan: 'Schedule a meet',
  name: 'Name',
  starts: 'Begins',
  minutes: 'Minutes',
  none: 'No meets yet',
  noneAbout: 'Start one now, or schedule one: all members of the binder can join.',
  groups: { running: 'Under way', planned: 'Planned', past: 'Over' },
  about: (when: string, host: string) => `${when}, ${host}`,
  now: 'Now',
  join: 'Join',
  joinOne: (name: string) => `Join ${name}`,
} as const);
