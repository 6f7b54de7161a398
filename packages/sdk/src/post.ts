import { ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';

export async function post<T>(
  { origin, base }: Settings,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(`${origin}${base}/embed/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch(() => {
    const message = `${origin} does not respond, or connect-src of this page blocks it`;
    throw new ServiceError('unreachable', message);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.data;
  throw new ServiceError(answer.error_code ?? response.status, answer.message ?? response.statusText);
}
