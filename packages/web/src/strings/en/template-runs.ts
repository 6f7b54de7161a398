import { sentences } from './sentences.ts';

export const templateRuns = sentences({
  start: (name: string) => `Use ${name} in many binders`,
  heading: (name: string) => `Use ${name} in many binders`,
  submit: 'Send requests',
  peopleHint:
    'A person must be a member of each binder. Binders in which that is not so are listed in the report.',
  binderName: (variable: string) => `${variable}: the name of each binder`,
  binders: 'Binders',
  find: 'Find binders',
  matching: (count: number) => (count === 1 ? '1 binder found' : `${count} binders found`),
  onlyFirst: (count: number) => `The first ${count} are shown. Type more of the name.`,
  selectFound: (count: number) => `Select all ${count}`,
  clear: 'Select none',
  selected: (count: number) => (count === 1 ? '1 binder selected' : `${count} binders selected`),
  paste: 'Or paste addresses or ids of binders',
  pasteHint: 'Separated by spaces or lines.',
  noBinders: 'Select at least one binder.',
  tooMany: (max: number) => `Select at most ${max} binders.`,
  /** The report. */
  report: (name: string) => `Requests from ${name}`,
  progress: (handled: number, total: number) => `${handled} of ${total} binders`,
  running: 'The requests are sent even if you close this window.',
  ended: (created: number, failed: number) =>
    failed === 0 ? `${created} sent` : `${created} sent, ${failed} failed`,
  noAccess: 'You cannot send requests in this binder.',
  failures: 'Failed',
  successes: 'Sent',
  close: 'Close',
});
