import { sentences } from './sentences.ts';

export const meetButton = sentences({
  start: 'Start meeting',
  startHint: 'Start a meeting in this binder',
  starting: 'Starting…',
  join: 'Join meeting',
  running: (name: string) => `Meeting in progress: “${name}”`,
} as const);
