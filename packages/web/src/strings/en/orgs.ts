import { sentences } from './sentences.ts';

/** The figures of an org. */
export const overview = sentences({
  title: 'Overview',
  about: (org: string) => `Activity in ${org}.`,
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
  aboutAll: 'Activity in all organisations.',
  people: 'People',
  activePeople: 'Active people',
  orgs: 'Organisations',
  messages: 'Messages',
  pages: 'Pages',
  files: 'Files',
  uploaded: 'Uploaded',
  binders: 'Binders',
  kept: 'Stored files',
  steps: 'First steps',
  /** Page, title, text, and whether only admins of the partner can do it. */
  firstSteps: [
    ['users', 'Add people', 'Add them manually, with a password or a password link.', false],
    ['idps', 'Connect an identity provider', 'People sign in with the account they already have.', false],
    ['clients', 'Register a client', 'Your app gets tokens and calls the API.', true],
    ['bots/apps', 'Create a bot', 'An app receives events and writes in binders.', true],
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
  planHint: 'Your own code, for example for billing. Optional.',
  isDefault: 'Receives people without an organisation',
  joining: 'New people',
  makeDefault: 'Add people without an organisation to this one from now on',
  administer: 'Administer',
  current: 'Selected',
  administered: (name: string) => `You now administer ${name}.`,
  enabling: 'Its people will be able to sign in again.',
  disabling: 'Its people will no longer be able to sign in, and all their tokens are revoked immediately.',
});
