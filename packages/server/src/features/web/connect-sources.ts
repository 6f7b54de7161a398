import type { Config } from '../../config/config.ts';

/** The `connect-src` of a page: this server, and the LiveKit server if meets use one. */
export function connectSources({ livekitUrl }: Pick<Config, 'livekitUrl'>): string {
  // After a rejection, the LiveKit client asks for the reason over HTTP.
  return livekitUrl === '' ? "'self'" : `'self' ${livekitUrl} ${livekitUrl.replace(/^ws/, 'http')}`;
}
