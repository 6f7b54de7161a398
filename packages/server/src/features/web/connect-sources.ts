import type { Config } from '../../config/config.ts';

export function connectSources({ livekitUrl }: Pick<Config, 'livekitUrl'>): string {
  // After a rejection, the LiveKit client requests the reason over HTTP.
  return livekitUrl === '' ? "'self'" : `'self' ${livekitUrl} ${livekitUrl.replace(/^ws/, 'http')}`;
}
