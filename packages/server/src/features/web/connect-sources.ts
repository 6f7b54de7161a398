import type { Config } from '../../config/config.ts';

/** What a page may open connections to, for its Content-Security-Policy: this server, and the LiveKit server of its meets. */
export function connectSources({ livekitUrl }: Pick<Config, 'livekitUrl'>): string {
  // Its client asks by HTTP why it was not let in.
  return livekitUrl === '' ? "'self'" : `'self' ${livekitUrl} ${livekitUrl.replace(/^ws/, 'http')}`;
}
