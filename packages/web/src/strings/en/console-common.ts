import { sentences } from './sentences.ts';

/** What several pages of the console say. */
export const consoleCommon = sentences({
  columns: { name: 'Name', state: 'State', person: 'Person', since: 'Since', until: 'Until' },
  secretOnce: 'Copy it now: it is shown only once.',
  secrets: {
    old: 'The old secret',
    oldUntil: (until: string) => `Old secret until ${until}`,
    graces: [
      ['0', 'Ends at once'],
      ['3600', 'Goes on for an hour'],
      ['86400', 'Goes on for a day'],
      ['604800', 'Goes on for a week'],
    ] as const,
  },
});
