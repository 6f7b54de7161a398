// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const embedMeet = messages('embed-meet', {
  binderName: 'Meet',
  pressShare: 'Press “Share screen”. Browsers allow screen sharing only after a click in the page.',
});
