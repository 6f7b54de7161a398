import { sentences } from './sentences.ts';

/** The figures of an org. */
export const overview = sentences({
  title: 'Overview',
  about: (org: string) => `What happened in ${org}.`,
  days: 'Period',
  periods: [
    ['7', '7 days'],
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', 'A year'],
  ] as const,
  scope: 'Scope',
  scopes: [
    ['org', 'This organisation'],
    ['partner', 'All organisations'],
  ] as const,
  aboutAll: 'What happened in all organisations.',
  people: 'People',
  activePeople: 'Active people',
  orgs: 'Organisations',
  messages: 'Messages',
  pages: 'Pages',
  files: 'Files',
  uploaded: 'Uploaded',
  binders: 'Binders',
  kept: 'Files kept',
  steps: 'First steps',
  /** Page, title, text, and whether only admins of the partner can do it. */
  firstSteps: [
    ['users', 'Add people', 'By hand, with a password or a link for one.', false],
    ['idps', 'Connect an identity provider', 'People sign in with the account they have already.', false],
    ['clients', 'Register a client', 'A program of yours gets tokens and calls the API.', true],
    ['bots/apps', 'Create a bot', 'A program hears of events, and writes in binders.', true],
  ] as const,
});

/** The orgs of a partner. */
export const orgs = sentences({
  title: 'Organisations',
  about: 'The organisations of the partner.',
  aboutOf: (partner: string) => `The organisations of ${partner}.`,
  renamePartner: 'Rename the partner',
  partnerName: 'Name of the partner',
  empty: 'Create the first organisation.',
  columns: { people: 'People', created: 'Created' },
  create: 'Create an organisation',
  rename: 'Rename the organisation',
  edit: (name: string) => `Edit ${name}`,
  name: 'Name',
  plan: 'Plan code',
  planOf: (code: string) => `Plan ${code}`,
  planHint: 'A code of your own, for example what is billed. May be empty.',
  isDefault: 'Takes people who come without an organisation',
  joining: 'Newcomers',
  makeDefault: 'People who come without an organisation belong here from now on',
  administer: 'Administer',
  current: 'Chosen',
  administered: (name: string) => `You administer ${name} now.`,
  enabling: 'Its people can sign in again.',
  disabling: 'Its people cannot sign in any more, and all their tokens end at once.',
});
