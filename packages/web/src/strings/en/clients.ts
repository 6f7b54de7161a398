import { sentences } from './sentences.ts';

/** Programs that may ask for tokens. */
export const clients = sentences({
  title: 'Clients',
  about: 'Programs that may ask for tokens.',
  tabs: { org: 'In this organisation', all: 'All clients' },
  tabsLabel: 'Which clients',
  empty: 'Register the first program that may ask for tokens.',
  emptyOrg: 'No client is available to this organisation.',
  columns: { grants: 'Grants', trusted: 'Consent' },
  trusted: 'Trusted',
  asked: 'People are asked',
  trustedByPartner: 'Trusted by the partner',
  trust: 'Trust',
  distrust: 'Stop trusting',
  trusting: 'People of the organisation are not asked for their consent any more.',
  distrusting: 'People of the organisation are asked for their consent again.',
  oneOrg: 'Only for one organisation',
  register: 'Register a client',
  edit: (name: string) => `Edit ${name}`,
  fields: {
    name: 'Name',
    redirectUris: 'Redirect addresses',
    origins: 'Origins',
    grants: 'Grants',
    scope: 'Access',
    serves: 'Available to',
    consent: 'Consent',
    kind: 'Kind',
  },
  redirectHint: 'One on each line. They must match exactly.',
  public: 'Public: an app on people’s devices or in their browsers',
  publicHint: 'It gets no secret, and has to use PKCE. Only the code and refresh grants are possible.',
  publicMark: 'Public',
  originsHint: 'Sites that may embed the SDK, like https://www.example.com.',
  consent: 'Trusted: people are not asked for their consent',
  scopes: [
    ['read write', 'Read and write'],
    ['read', 'Read'],
  ] as const,
  serves: (org: string) =>
    [
      ['', 'All organisations'],
      ['one', `Only ${org}`],
    ] as const,
  grants: [
    ['authorization_code', 'Authorization code'],
    ['implicit', 'Implicit'],
    ['refresh_token', 'Refresh token'],
    ['urn:ietf:params:oauth:grant-type:saml2-bearer', 'SAML assertion'],
    ['http://www.service.com/auth_uniqueid', 'Unique identifier'],
  ] as const,
  /** Names that fit a table. */
  shortGrants: {
    authorization_code: 'Code',
    implicit: 'Implicit',
    refresh_token: 'Refresh',
    'urn:ietf:params:oauth:grant-type:saml2-bearer': 'SAML',
    'http://www.service.com/auth_uniqueid': 'Unique id',
  } as Readonly<Record<string, string>>,
  rotating:
    'The current secret ends at once, unless you keep it for a while. Tokens that were issued stay valid.',
  enabling: 'It can ask for tokens again.',
  disabling: 'All its tokens end at once and for good.',
  secretTitle: 'The client’s secret',
  id: 'Client id',
  secret: 'Client secret',
});
