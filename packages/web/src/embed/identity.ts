import type { EmbedBoot } from '../boot.ts';

/** The server responds with 403 if the token belongs to another client. */
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
 * Returns `ended` after the status 401, and undefined after another rejection. Retries while the server is busy
 * or unavailable.
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
