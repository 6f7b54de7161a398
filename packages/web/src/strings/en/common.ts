import { binder } from '../messages/binder.ts';
import { common as shared } from '../messages/common.ts';
import { sentences } from './sentences.ts';

/** Of the console, in addition to the texts that all pages share. */
const own = sentences({
  actions: {
    save: 'Save',
    edit: 'Edit',
    remove: 'Remove',
    search: 'Search',
    show: 'Show',
    disable: 'Disable',
    enable: 'Enable',
    rotate: 'New secret',
    revoke: 'Revoke',
    row: 'Actions',
  },
  state: { active: 'Active', disabled: 'Disabled', done: 'Done', saved: 'Saved' },
  filter: { state: 'State', all: 'All', active: 'Active', disabled: 'Disabled' },
  empty: 'Nothing here yet',
  emptySearch: 'No results',
  emptySearchHint: 'No entries match your search.',
  yes: 'Yes',
  no: 'No',
  none: '–',
  http: (status: number) => `The server answered ${status}.`,
  count: (shown: number, more: boolean) =>
    more ? `Showing the first ${shown}.` : `${shown} ${shown === 1 ? 'entry' : 'entries'}.`,
});

export const common = {
  ...shared,
  ...own,
  actions: { ...shared.actions, ...own.actions },
  state: { ...shared.state, ...own.state },
};

export const shell = sentences({
  theme: shared.theme,
  themes: shared.themes,
  missing: binder.missing,
  missingAbout: binder.missingAbout,
  title: (page: string) => `${page} · Ringbinder`,
  brand: 'Ringbinder',
  skip: 'Skip to content',
  nav: 'Console',
  menu: 'Menu',
  groups: { org: 'Organisation', partner: 'Partner' },
  pages: {
    overview: 'Overview',
    users: 'People',
    groups: 'Groups',
    binders: 'Binders',
    clients: 'Clients',
    bots: 'Bots',
    idps: 'Single sign-on',
    mails: 'Emails',
    tokens: 'Tokens',
    sessions: 'Sessions',
    audit: 'Audit log',
    orgs: 'Organisations',
    background: 'Background work',
  },
  org: 'Organisation',
  switchOrg: (name: string) => `Organisation: ${name}`,
  chooseOrg: 'Choose an organisation',
  findOrg: 'Search organisations',
  noOrg: 'No organisations match.',
  binders: 'Your binders',
  account: 'Account',
  reference: 'API reference',
  signOut: 'Sign out',
  missingLink: 'Go to the overview',
  sandbox: 'Sandbox',
});
