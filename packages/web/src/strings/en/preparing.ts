import { sentences } from './sentences.ts';

export const preparing = sentences({
  label: 'Recordings being prepared',
  composing: (percent: string) => `The recording is being prepared: ${percent}`,
  failed: 'The recording could not be prepared.',
  ready: 'Watch the recording',
});
