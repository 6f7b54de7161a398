import { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { SetupOptions } from '../types.ts';

interface Granted {
  access_token: string;
  expires_in: number;
}

const FIELDS = [
  'uniqueid',
  'firstname',
  'lastname',
  'signature',
  'pictureurl',
  'orgid',
  'client_secret',
] as const;

/**
 * For development only. In production, the page's server gets the token with the client secret. Throws
 * ServiceError with the server's message.
 */
export async function requestToken(settings: Settings, options: SetupOptions): Promise<Granted> {
  const form = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: settings.clientId,
    timestamp: String(options.timestamp ?? Date.now()),
  });
  for (const name of FIELDS) if (options[name] !== undefined) form.set(name, String(options[name]));
  const response = await fetch(`${settings.origin}${settings.base}/oauth/token`, {
    method: 'POST',
    body: form,
    credentials: 'omit',
  }).catch(() => {
    throw new ServiceError('unreachable', `${settings.origin} does not respond`);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new ServiceError(
    answer.error ?? response.status,
    answer.error_description ?? `the server responded with ${response.status}`,
  );
}
