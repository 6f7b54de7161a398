import type { operations } from '../../schemas.ts';
import { sentences } from './sentences.ts';

type NewUser = NonNullable<operations['createOrgUser']['requestBody']>['content']['application/json'];
type Language = NonNullable<NewUser['language']>;

/** Languages that the API accepts. A missing one fails the type check. */
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

export const users = sentences({
  languages: Object.keys(languages),
  title: 'People',
  about: (org: string) => `People and bots of ${org}.`,
  empty: 'Add the first person of this organisation.',
  columns: { role: 'Role', signIn: 'Sign-in' },
  show: 'Show',
  filters: [
    ['', 'Everyone'],
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
    email: 'Email address',
    firstName: 'First name',
    lastName: 'Last name',
    uniqueId: 'Unique ID',
    password: 'Password',
    role: 'Role',
    language: 'Language',
    rights: 'Rights',
    partnerAdmin: 'Administers all organisations of the partner',
  },
  uniqueIdHint: 'The ID of this person in your own systems.',
  passwordHint:
    'At least 10 characters. Without a password, the person signs in through an identity provider or a link.',
  reset: 'Reset password',
  resetting: 'You get a link that lets the person choose a new password. It works once, within an hour.',
  resetTitle: 'Give this link to the person',
  resetLink: 'Link',
  back: 'People',
  aboutOne: 'Details, sessions, and the apps that act for this person.',
  facts: {
    email: 'Email address',
    uniqueId: 'Unique ID',
    role: 'Role',
    signIn: 'Sign-in',
    language: 'Language',
    state: 'State',
    created: 'Created',
    id: 'ID',
  },
  ownPage: 'This is you. Change your password on your account page.',
  tabs: { sessions: 'Sessions', tokens: 'Tokens', about: 'History', by: 'Changes they made' },
  tabsLabel: 'Details of the person',
  signOutEverywhere: 'Sign out everywhere',
  signingOutEverywhere:
    'This signs the person out of all browsers and revokes the tokens of all apps that act for them. They can sign in again.',
  signedOut: (sessions: number, tokens: number) =>
    `Ended ${sessions === 1 ? '1 session' : `${sessions} sessions`} and ${tokens === 1 ? '1 token' : `${tokens} tokens`}.`,
  enabling: 'The person will be able to sign in again.',
  erased: 'Erased',
  erasing: 'Erasure in progress',
  disabling:
    'The person will no longer be able to sign in, and all their tokens are revoked immediately. You can then erase the person on their own page.',
});

/** Tokens of clients. */
export const tokens = sentences({
  title: 'Tokens',
  about: 'Access tokens issued to apps for people in your organisation.',
  empty: 'No app acts for anyone in this organisation.',
  columns: { client: 'Client', kind: 'Type', may: 'Access' },
  kinds: { authorization: 'Refreshable', token: 'Access token' },
  scopes: { read: 'Read', write: 'Read and write' },
  everyClient: 'All clients',
  findPerson: 'Search by person',
  emptyOne: 'No app acts for this person.',
  one: (client: string, person: string) => `${client} for ${person}`,
  revoking: 'It stops working immediately.',
});

export const sessions = sentences({
  title: 'Sessions',
  about: 'Browsers where people in the organisation are signed in.',
  empty: 'No one in this organisation is signed in.',
  emptyOne: 'This person is not signed in anywhere.',
  columns: { browser: 'Browser', method: 'Method', address: 'IP address', seen: 'Last seen' },
  /** Tokens of a User-Agent and their names. The first match counts. */
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
  methods: { password: 'Password', saml: 'Identity provider', setup: 'Setup link' },
  current: 'This browser',
  signOut: 'Sign out',
  signingOutHere: 'This is the browser you are using. You will have to sign in again.',
  signingOut: 'This browser will have to sign in again.',
});
