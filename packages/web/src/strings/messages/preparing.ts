// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const preparing = messages('preparing', {
  label: 'Recordings being prepared',
  composing: (percent: string) => `The recording is being prepared: ${percent}`,
  failed: 'The recording could not be prepared.',
  ready: 'Watch the recording',
});
