import { sentences } from './sentences.ts';

/** Objects that admins change, as the end of a sentence. */
const nouns: Readonly<Record<string, string>> = {
  user: 'a person',
  org: 'an organisation',
  client: 'a client',
  bot: 'a bot',
  binder: 'a binder',
  idp: 'an identity provider',
  token: 'a token',
  session: 'a session',
  step: 'a step',
  partner: 'the partner',
  setup: 'the partner',
  background: 'background work',
};

const verbs: Readonly<Record<string, (noun: string) => string>> = {
  create: (noun) => `Created ${noun}`,
  update: (noun) => `Changed ${noun}`,
  delete: (noun) => `Removed ${noun}`,
  enable: (noun) => `Enabled ${noun}`,
  disable: (noun) => `Disabled ${noun}`,
  erase: (noun) => `Erased ${noun}`,
  export: (noun) => `Exported ${noun}`,
  import: (noun) => `Imported ${noun}`,
  relink: (noun) => `Relinked the log of ${noun}`,
  reassign: (noun) => `Reassigned ${noun}`,
  restore: (noun) => `Enabled ${noun} everywhere`,
  withdraw: (noun) => `Disabled ${noun} everywhere`,
  rotate: (noun) => `Rotated the secret of ${noun}`,
  trust: (noun) => `Trusted ${noun}`,
  distrust: (noun) => `Stopped trusting ${noun}`,
  replay: (noun) => `Replayed events of ${noun}`,
  test: (noun) => `Sent a test to ${noun}`,
  retry: (noun) => `Ran ${noun} manually`,
  revoke: (noun) => `Revoked ${noun}`,
  end: (noun) => `Ended ${noun}`,
  claim: (noun) => `Set up ${noun}`,
  'reset-password': (noun) => `Created a password link for ${noun}`,
};

export const audit = sentences({
  title: 'Audit log',
  about: (org: string) => `Admin activity in ${org}, most recent first.`,
  aboutAll: 'Admin activity for the partner and all its organisations, most recent first.',
  scope: 'Scope',
  scopes: (org: string) =>
    [
      ['partner', 'All organisations'],
      ['org', `Only ${org}`],
    ] as const,
  empty: 'No admin activity yet.',
  columns: { what: 'Action', by: 'By', details: 'Details', when: 'When' },
  /** A sentence for an action such as `client.rotate`. An unknown action is returned unchanged. */
  did(action: string): string {
    const [noun = '', verb = ''] = action.split('.');
    return verbs[verb]?.(nouns[noun] ?? noun) ?? action;
  },
  noun: 'Type',
  nouns: [
    ['', 'Everything'],
    ['user', 'People'],
    ['org', 'Organisations'],
    ['client', 'Clients'],
    ['binder', 'Binders'],
    ['bot', 'Bots'],
    ['idp', 'Identity providers'],
    ['token', 'Tokens'],
    ['session', 'Sessions'],
    ['step', 'Steps'],
    ['partner', 'The partner'],
  ] as const,
  period: 'Period',
  periods: [
    ['', 'Any time'],
    ['1', '24 hours'],
    ['7', '7 days'],
    ['30', '30 days'],
  ] as const,
  showOne: (id: number) => `Show change ${id}`,
  facts: {
    action: 'Action',
    target: 'Target',
    org: 'Organisation',
    by: 'By',
    address: 'IP address',
    when: 'When',
    details: 'Details',
  },
});
