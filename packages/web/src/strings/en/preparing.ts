import { sentences } from './sentences.ts';

/** States of a recording until it is a page. */
export const preparing = sentences({
  label: 'Recordings being prepared',
  composing: (percent: string) => `The recording is being prepared: ${percent}`,
  failed: 'The recording could not be prepared.',
  ready: 'Watch the recording',
});
