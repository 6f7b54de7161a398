// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const templateRuns = messages('template-runs', {
  start: (name: string) => `Use ${name} in many binders`,
  heading: (name: string) => `Use ${name} in many binders`,
  submit: 'Send requests',
  peopleHint:
    'A person must be a member of each binder. Binders in which that is not so are listed in the report.',
  binderName: (variable: string) => `${variable}: the name of each binder`,
  binders: 'Binders',
  find: 'Find binders',
  matching: (count: number) =>
    forms(count, { one: '1 binder found', other: `${digits(count)} binders found` }),
  onlyFirst: (count: number) => `The first ${digits(count)} are shown. Type more of the name.`,
  selectFound: (count: number) => `Select all ${digits(count)}`,
  clear: 'Select none',
  selected: (count: number) =>
    forms(count, { one: '1 binder selected', other: `${digits(count)} binders selected` }),
  paste: 'Or paste addresses or ids of binders',
  pasteHint: 'Separated by spaces or lines.',
  noBinders: 'Select at least one binder.',
  tooMany: (max: number) => `Select at most ${digits(max)} binders.`,
  report: (name: string) => `Requests from ${name}`,
  progress: (handled: number, total: number) => `${digits(handled)} of ${digits(total)} binders`,
  running: 'The requests are sent even if you close this window.',
  noAccess: 'You cannot send requests in this binder.',
  failures: 'Failed',
  successes: 'Sent',
  close: 'Close',
  ended: (created: number) => `${digits(created)} sent`,
  endedWithFailures: (created: number, failed: number) => `${digits(created)} sent, ${digits(failed)} failed`,
});
