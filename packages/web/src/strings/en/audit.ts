/** Who changed what. */
export const audit = {
  title: 'Audit list',
  about: 'Who changed what, the latest first.',
  aboutAll: 'Who changed what in all organisations, the latest first.',
  empty: 'No admin has changed anything yet.',
  columns: { action: 'Action', by: 'By', what: 'What', details: 'Details', address: 'Address', when: 'When' },
  noun: 'About',
  nouns: [
    ['', 'Everything'],
    ['user', 'People'],
    ['org', 'Organisations'],
    ['client', 'Clients'],
    ['bot', 'Bots'],
    ['idp', 'Identity providers'],
    ['token', 'Tokens'],
    ['session', 'Sessions'],
    ['partner', 'The installation'],
  ] as const,
  period: 'Period',
  periods: [
    ['', 'Always'],
    ['1', '24 hours'],
    ['7', '7 days'],
    ['30', '30 days'],
  ] as const,
  detail: (name: string, value: string) => `${name}: ${value}`,
};
