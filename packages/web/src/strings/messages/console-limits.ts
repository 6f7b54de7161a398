// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleLimits = messages('console-limits', {
  legend: 'Limits',
  hint: 'Leave a field empty for no limit. Content older than the limit in days is deleted permanently.',
  gigabytes: 'Files (GB)',
  binders: 'Binders',
  messageDays: 'Keep messages (days)',
  fileDays: 'Keep files (days)',
  guests: 'Meeting guests',
  byKey: 'Guests can also reach the lobby with the session key',
  links: 'Links in chat',
  linkPreviews: 'Show a preview of links: the server fetches their pages',
});
