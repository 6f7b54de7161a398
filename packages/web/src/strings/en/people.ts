import type { operations } from '../../schemas.ts';
import { sentences } from './sentences.ts';

type NewUser = NonNullable<operations['createOrgUser']['requestBody']>['content']['application/json'];
type Language = NonNullable<NewUser['language']>;

/** The languages that the API takes; the compiler misses one that is not here. */
const languages: Readonly<Record<Language, true>> = {
  da: true,
  de: true,
  en: true,
  es: true,
  fi: true,
  fr: true,
  id: true,
  it: true,
  ja: true,
  ko: true,
  lt: true,
  nb: true,
  nl: true,
  nn: true,
  no: true,
  pt: true,
  ru: true,
  sv: true,
  th: true,
  tr: true,
  vi: true,
  zh: true,
  'zh-tw': true,
};

/** The users of an org. */
export const users = sentences({
  languages: Object.keys(languages),
  title: 'People',
  about: (org: string) => `People and bots of ${org}.`,
  empty: 'Add the first person of this organisation.',
  columns: { role: 'Role', signIn: 'Sign-in' },
  show: 'Show',
  filters: [
    ['', 'Everybody'],
    ['role=admin', 'Admins'],
    ['is_bot=false', 'People'],
    ['is_bot=true', 'Bots'],
    ['disabled=true', 'Disabled'],
  ] as const,
  password: 'Password',
  noPassword: 'No password',
  you: 'You',
  roles: { bot: 'Bot', partnerAdmin: 'Partner admin', admin: 'Admin', member: 'Member' },
  create: 'Add a person',
  edit: (name: string) => `Edit ${name}`,
  fields: {
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    uniqueId: 'Unique id',
    password: 'Password',
    role: 'Role',
    language: 'Language',
    rights: 'Rights',
    partnerAdmin: 'Administers all organisations of the partner',
  },
  uniqueIdHint: 'The name under which your own systems know this person.',
  passwordHint:
    '10 characters or more. Without one, the person signs in through an identity provider or a link.',
  reset: 'Reset password',
  resetting: 'You get a link with which the person chooses a new password. It is good for an hour and once.',
  resetTitle: 'Give this link to the person',
  resetLink: 'Link',
  back: 'People',
  aboutOne: 'Details, sessions, and the programs that act for this person.',
  facts: {
    email: 'E-mail address',
    uniqueId: 'Unique id',
    role: 'Role',
    signIn: 'Sign-in',
    language: 'Language',
    state: 'State',
    created: 'Created',
    id: 'Id',
  },
  ownPage: 'This is you. Your password is changed on your account page.',
  tabs: { sessions: 'Sessions', tokens: 'Tokens', about: 'History', by: 'Changes they made' },
  tabsLabel: 'Details of the person',
  signOutEverywhere: 'Sign out everywhere',
  signingOutEverywhere:
    'All browsers of the person are signed out, and all programs that act for them lose their tokens. They can sign in again.',
  signedOut: (sessions: number, tokens: number) =>
    `Ended ${sessions === 1 ? '1 session' : `${sessions} sessions`} and ${tokens === 1 ? '1 token' : `${tokens} tokens`}.`,
  enabling: 'The person can sign in again.',
  erased: 'Erased',
  erasing: 'Being erased',
  disabling:
    'The person cannot sign in any more, and all their tokens end at once. Who is disabled can be erased on their own page.',
});

/** What lets programs act for people. */
export const tokens = sentences({
  title: 'Tokens',
  about: 'What lets programs act for people of the organisation.',
  empty: 'No program acts for anyone of this organisation.',
  columns: { client: 'Client', kind: 'Type', may: 'Access' },
  kinds: { authorization: 'Refreshable', token: 'Access token' },
  scopes: { read: 'Read', write: 'Read and write' },
  everyClient: 'All clients',
  findPerson: 'Find by person',
  emptyOne: 'No program acts for this person.',
  one: (client: string, person: string) => `${client} for ${person}`,
  revoking: 'It ends at once, in every process.',
});

/** Browsers that are signed in. */
export const sessions = sentences({
  title: 'Sessions',
  about: 'Browsers in which people of the organisation are signed in.',
  empty: 'Nobody of this organisation is signed in.',
  emptyOne: 'This person is signed in nowhere.',
  columns: { browser: 'Browser', method: 'Signed in by', address: 'Address', seen: 'Last seen' },
  /** What stands in a User-Agent, and what people call it; the first one that is there. */
  browsers: [
    ['Edg', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['FxiOS/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['CriOS/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const,
  systems: [
    ['Windows', 'Windows'],
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Mac OS X', 'macOS'],
    ['CrOS', 'ChromeOS'],
    ['Linux', 'Linux'],
  ] as const,
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownBrowser: 'Unknown',
  methods: { password: 'Password', saml: 'Identity provider', setup: 'Set-up link' },
  current: 'This browser',
  signOut: 'Sign out',
  signingOutHere: 'This is the browser that you are using: you will have to sign in again.',
  signingOut: 'This browser has to sign in again.',
});
