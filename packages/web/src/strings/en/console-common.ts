import { sentences } from './sentences.ts';

export const consoleCommon = sentences({
  columns: { name: 'Name', state: 'State', person: 'Person', since: 'Since', until: 'Until' },
  secretOnce: 'Copy it now. It is shown only once.',
  secrets: {
    old: 'Old secret',
    oldUntil: (until: string) => `Old secret until ${until}`,
    graces: [
      ['0', 'Stops working immediately'],
      ['3600', 'Works for another hour'],
      ['86400', 'Works for another day'],
      ['604800', 'Works for another week'],
    ] as const,
  },
});
