/** Calls that honour `Retry-After`. */

const MAX_WAIT_MS = 60_000;
const ATTEMPTS = 5;

/** `fetch` that retries on 429 and 503. Only for calls that are safe to repeat. */
export async function fetchWithRetry(address: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, init);
    if (![429, 503].includes(response.status) || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    // Not earlier than the server says, and with jitter.
    const seconds = Number(response.headers.get('retry-after') ?? 2 ** attempt);
    const wait = Math.min(seconds * 1000, MAX_WAIT_MS) * (1 + Math.random() / 4);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

const { API = '', TOKEN = '' } = process.env;
for (let call = 1; call <= 3; call++) {
  const response = await fetchWithRetry(`${API}me`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const { headers } = response;
  console.log(`${response.status}, ${headers.get('ratelimit-limit')} a minute`);
}
