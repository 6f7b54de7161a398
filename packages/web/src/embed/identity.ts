import type { EmbedBoot } from '../boot.ts';

/**
 * Requests the user of a token. The server responds with 403 if the token belongs to another client.
 * @param send a `fetch` that may wait for a new token
 */
export function fetchIdentity(
  { base, client_id }: Pick<EmbedBoot, 'base' | 'client_id'>,
  token: string,
  send: typeof fetch = fetch,
): Promise<Response> {
  const query = new URLSearchParams({ client_id });
  return send(`${location.origin}${base}/embed/me?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
  });
}

const PAUSE_MS = 2_000;

/**
 * Returns the id of the token's user, `ended` after the status 401, or undefined after another rejection of
 * the token. Retries while the server is busy or unavailable.
 */
export async function holderOf(boot: EmbedBoot, token: string): Promise<string | undefined> {
  for (;;) {
    const answer = await fetchIdentity(boot, token).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).data.user.id;
    if (answer?.status === 401) return 'ended';
    if (answer && answer.status < 429) return undefined;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
