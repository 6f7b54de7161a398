import { sentences } from './sentences.ts';

/** What several pages say. */
export const common = sentences({
  /** How numbers, dates and times are written. */
  locale: 'en-GB',
  units: ['B', 'kB', 'MB', 'GB', 'TB'],
  actions: {
    cancel: 'Cancel',
    save: 'Save',
    close: 'Done',
    retry: 'Try again',
    more: 'Show more',
    copy: 'Copy',
    copied: 'Copied',
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Remove',
    rotate: 'New secret',
    revoke: 'Revoke',
    search: 'Search',
    show: 'Show',
    row: 'Actions',
  },
  state: {
    active: 'Active',
    disabled: 'Disabled',
    done: 'Done',
    saved: 'Saved',
    working: 'Working…',
    loading: 'Loading',
  },
  filter: {
    state: 'State',
    all: 'All',
    active: 'Active',
    disabled: 'Disabled',
  },
  yes: 'Yes',
  no: 'No',
  none: '–',
  /** What an action does to what: the name of its button and the title of its dialog. */
  about: (action: string, what: string) => `${action}: ${what}`,
  count: (shown: number, more: boolean) =>
    more ? `Showing the first ${shown}.` : `${shown} ${shown === 1 ? 'entry' : 'entries'}.`,
  failed: 'This could not be loaded',
  refused: 'Please fix the highlighted field.',
  offline: 'The server cannot be reached.',
  http: (status: number) => `The server answered ${status}.`,
  empty: 'Nothing here yet',
  emptySearch: 'No results',
  emptySearchHint: 'No entries match your search.',
});

/** What the frames of the app and of the console both say. */
export const frame = {
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  missing: 'Page not found',
  missingAbout: 'There is nothing at this address. It may be mistyped, or the page was removed.',
};

/** The frame of the console. */
export const shell = sentences({
  ...frame,
  title: (page: string) => `${page} · Ringbinder`,
  brand: 'Ringbinder',
  skip: 'Skip to content',
  nav: 'Console',
  menu: 'Menu',
  groups: { org: 'Organisation', partner: 'Partner' },
  pages: {
    overview: 'Overview',
    users: 'People',
    binders: 'Binders',
    clients: 'Clients',
    bots: 'Bots',
    idps: 'Single sign-on',
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
