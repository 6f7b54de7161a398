// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const versions = messages('versions', {
  title: (name: string) => `Versions of ${name}`,
  version: (number: number) => `Version ${digits(number)}`,
  current: 'Current',
  pages: (count: number) => forms(count, { one: '1 page', other: `${digits(count)} pages` }),
  hint: 'A new version keeps links, comments and the place of the document. Drawings stay on their version.',
  upload: 'Upload a new version',
  uploadLabel: 'File of the new version',
  uploading: 'Uploading…',
  uploaded: 'The new version is shown',
  otherType: 'Choose a file of the same type as this document.',
  download: (version: string) => `Download ${version}`,
  compare: 'Compare',
  compareLabel: (version: string) => `Compare ${version} with the current one`,
  restore: 'Restore',
  restoreLabel: (version: string) => `Restore ${version}`,
  restored: 'The earlier version is shown again, as a new version',
  close: 'Close',
  comparison: {
    title: (name: string) => `Compare versions of ${name}`,
    page: (name: string, number: number) => `${name}, page ${digits(number)}`,
    noPage: (number: number) => `This version has no page ${digits(number)}.`,
    previous: 'Previous page',
    next: 'Next page',
    place: (page: number, total: number) => `${digits(page)} of ${digits(total)}`,
    sides: {
      first: 'First version to compare',
      second: 'Second version to compare',
    },
  },
});
