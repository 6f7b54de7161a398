import { consoleClients as words } from '../../strings/messages/console-clients.ts';

const NAMES = {
  authorization_code: 'authorizationCode',
  implicit: 'implicit',
  refresh_token: 'refreshToken',
  'urn:ietf:params:oauth:grant-type:saml2-bearer': 'saml',
  'http://www.service.com/auth_uniqueid': 'uniqueId',
} as const;

export const grantChoices = () =>
  Object.entries(NAMES).map(([grant, name]) => [grant, words.grants[name]] as const);

export function shortNameOf(grant: string): string {
  const name = NAMES[grant as keyof typeof NAMES];
  return name ? words.shortGrants[name] : grant;
}
