import type { Config } from '../../config/config.ts';

/** `connect-src` of a page: this server, and the LiveKit server for meets. */
export function connectSources({ livekitUrl }: Pick<Config, 'livekitUrl'>): string {
  // The LiveKit client asks by HTTP why it was rejected.
  return livekitUrl === '' ? "'self'" : `'self' ${livekitUrl} ${livekitUrl.replace(/^ws/, 'http')}`;
}
