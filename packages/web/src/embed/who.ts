import type { EmbedBoot } from '../boot.ts';

/** Asks whose a token is: 403 for that of another client. @param send a `fetch` that may wait for another token */
export function askWho(
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
 * Whether a token that was handed back may go on where another one has ended: what one person wrote is not to be sent as
 * another. One that has ended itself may, for it is refused all the same. Waits for a connection.
 */
export async function isOfSamePerson(boot: EmbedBoot, userId: string, token: string): Promise<boolean> {
  for (;;) {
    const answer = await askWho(boot, token).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).data.user.id === userId;
    if (answer?.status === 401) return true;
    if (answer && answer.status < 429) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
