import { sentences } from './sentences.ts';

/** Programs that may ask for tokens. */
export const clients = sentences({
  title: 'Clients',
  about: 'Apps that can request access tokens.',
  tabs: { org: 'In this organisation', all: 'All clients' },
  tabsLabel: 'Which clients',
  empty: 'Register the first app that can request access tokens.',
  emptyOrg: 'No client is available to this organisation.',
  columns: { grants: 'Grants', trusted: 'Consent' },
  trusted: 'Trusted',
  asked: 'Asks for consent',
  trustedByPartner: 'Trusted by the partner',
  trust: 'Trust',
  distrust: 'Stop trusting',
  trusting: 'People in the organisation will no longer be asked for consent.',
  distrusting: 'People in the organisation will be asked for consent again.',
  oneOrg: 'Only for one organisation',
  register: 'Register a client',
  edit: (name: string) => `Edit ${name}`,
  fields: {
    name: 'Name',
    redirectUris: 'Redirect URIs',
    origins: 'Origins',
    grants: 'Grants',
    scope: 'Access',
    serves: 'Available to',
    consent: 'Consent',
    kind: 'Type',
  },
  redirectHint: 'One per line. They must match exactly.',
  public: 'Public: an app on people’s devices or in their browsers',
  publicHint: 'It gets no secret and must use PKCE. Only the code and refresh grants are available.',
  publicMark: 'Public',
  originsHint: 'Sites that may embed the SDK, for example https://www.example.com.',
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
    'http://www.service.com/auth_uniqueid': 'Unique ID',
  } as Readonly<Record<string, string>>,
  rotating:
    'The current secret stops working immediately, unless you keep it for a while. Tokens already issued stay valid.',
  enabling: 'It can request tokens again.',
  disabling: 'All its tokens are revoked immediately and permanently.',
  secretTitle: 'The client’s secret',
  id: 'Client ID',
  secret: 'Client secret',
});
