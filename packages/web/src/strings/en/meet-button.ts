import { sentences } from './sentences.ts';

/** What a binder says of its meets. */
export const meetButton = sentences({
  start: 'Meet',
  startHint: 'Begin a meet in this binder',
  starting: 'Starting…',
  join: 'Join meet',
  running: (name: string) => `The meet “${name}” is under way`,
} as const);
