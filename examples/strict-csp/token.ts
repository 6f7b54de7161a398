const { BASE_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

/** Returns a token for one of our users, given our own id. The secret never leaves this server. */
export async function tokenFor(uniqueId: string): Promise<{ access_token: string }> {
  const form = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    uniqueid: uniqueId,
    timestamp: String(Date.now()),
  });
  const answer = await fetch(new URL('oauth/token', BASE_URL), { method: 'POST', body: form });
  const body = (await answer.json()) as { access_token: string; error_description?: string };
  if (!answer.ok) throw new Error(`no token: ${body.error_description ?? answer.status}`);
  return { access_token: body.access_token };
}
