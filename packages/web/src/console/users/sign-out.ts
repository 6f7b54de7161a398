import { ApiError, type Call } from '../../api.ts';

/** The API lists no more at once; what is left then is listed next. */
const MAX_CONCURRENT = 1000;

/** Ends all sessions of a person and all that acts for them. Gives how many there were. Throws what the API refuses. */
export async function signOutEverywhere(
  call: Call,
  orgId: string,
  userId: string,
): Promise<{ sessions: number; tokens: number }> {
  return { sessions: await endAll('sessions'), tokens: await endAll('tokens') };

  async function endAll(what: 'sessions' | 'tokens'): Promise<number> {
    const path = `/orgs/${orgId}/${what}`;
    for (let ended = 0; ; ) {
      const query = new URLSearchParams({ user_id: userId, limit: String(MAX_CONCURRENT) });
      const listed = (await call<Record<string, { id: string }[]>>('GET', `${path}?${query}`))[what] ?? [];
      for (const { id } of listed) await call('DELETE', `${path}/${id}`).catch(unlessGone);
      ended += listed.length;
      if (listed.length < MAX_CONCURRENT) return ended;
    }
  }
}

/** What has ended meanwhile has ended. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
