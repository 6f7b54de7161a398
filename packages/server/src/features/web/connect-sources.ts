import type { Config } from '../../config/config.ts';

/** `connect-src` of a page: this server, and the LiveKit server for meets. */
export function connectSources({ livekitUrl }: Pick<Config, 'livekitUrl'>): string {
  // Its client asks by HTTP why it was not let in.
  return livekitUrl === '' ? "'self'" : `'self' ${livekitUrl} ${livekitUrl.replace(/^ws/, 'http')}`;
}
