/** Calls that wait when they are told to. */

const MAX_WAIT_MS = 60_000;
const ATTEMPTS = 5;

/** `fetch` that comes back later when the server has too much to do (429, 503). For calls that may be repeated. */
export async function fetchWithRetry(address: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, init);
    if (![429, 503].includes(response.status) || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    // Not before the server says, and not all at the same moment.
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
