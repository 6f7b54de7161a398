// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const templateRunList = messages('template-run-list', {
  open: (name: string) => `Show where ${name} was used`,
  heading: (name: string) => `Requests from ${name} in many binders`,
  hint: 'Reports are available for 90 days.',
  empty: 'This template was not used in many binders yet.',
  by: (name: string) => `Started by ${name}`,
  report: (name: string, result: string) => `Report of ${name}: ${result}`,
  back: 'Back',
});
