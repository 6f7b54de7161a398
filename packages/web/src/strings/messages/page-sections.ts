// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const pageSections = messages('page-sections', {
  new: 'New section',
  section: 'Section',
  none: 'No section',
  move: 'Move to section',
  moved: (section: string) => `Moved to ${section}`,
  empty: 'No documents in this section',
});
