/** The users of an org. */
export const users = {
  title: 'People',
  about: (org: string) => `People and bots of ${org}.`,
  empty: 'Create the first person of this organisation.',
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
  roles: { bot: 'Bot', partnerAdmin: 'Installation admin', admin: 'Admin', member: 'Member' },
  create: 'Create a person',
  edit: (name: string) => `Edit ${name}`,
  fields: {
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    uniqueId: 'Unique id',
    password: 'Password',
    role: 'Role',
    rights: 'Rights',
    partnerAdmin: 'Administers the whole installation',
  },
  uniqueIdHint: 'The name under which your own systems know this person.',
  passwordHint:
    '10 characters or more. Without one, the person signs in through an identity provider or a link.',
  reset: 'Reset password',
  resetting: 'You get a link with which the person chooses a new password. It is good for an hour and once.',
  resetTitle: 'Give this link to the person',
  resetLink: 'Link',
  enabling: 'The person can sign in again.',
  disabling: 'The person cannot sign in any more, and all their tokens end at once.',
};

/** What lets programs act for people. */
export const tokens = {
  title: 'Tokens',
  about: 'What lets programs act for people of the organisation.',
  empty: 'No program acts for anyone of this organisation.',
  columns: { client: 'Client', kind: 'Kind', may: 'May' },
  kinds: { authorization: 'Renewable', token: 'Single token' },
  scopes: { read: 'Read', write: 'Read and write' },
  one: (client: string, person: string) => `${client} for ${person}`,
  revoking: 'It ends at once, in every process.',
};

/** Browsers that are signed in. */
export const sessions = {
  title: 'Sessions',
  about: 'Browsers in which people of the organisation are signed in.',
  empty: 'Nobody of this organisation is signed in.',
  columns: { method: 'Signed in by', address: 'Address', seen: 'Last seen' },
  methods: { password: 'Password', saml: 'Identity provider', setup: 'Set-up link' },
  signOut: 'Sign out',
  signingOut: 'This browser has to sign in again.',
};
