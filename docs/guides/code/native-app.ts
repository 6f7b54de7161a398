/** A desktop program that signs the user in through the browser and prints the user's name. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createClient, unwrap } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', REDIRECT_URI = '' } = process.env;

const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');
const address = `${API}oauth/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  state,
  scope: 'read',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})}`;

// Opens the browser, and listens on the redirect URI until the browser returns.
const browse = new URL('browse.ts', import.meta.url).pathname;
const back = new URL(execFileSync(process.execPath, [browse, address, REDIRECT_URI], { encoding: 'utf8' }));
const { state: answered, iss } = Object.fromEntries(back.searchParams);
if (answered !== state || iss !== API) throw new Error('this response belongs to another request');
const code = back.searchParams.get('code');
if (code === null) throw new Error(back.searchParams.get('error_description') ?? 'there is no code');

const response = await fetch(`${API}oauth/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  }),
});
const answer = (await response.json()) as { access_token: string; error_description?: string };
if (!response.ok) throw new Error(answer.error_description);

const { api } = createClient({ baseUrl: API, token: answer.access_token });
const { name } = await unwrap(api.GET('/me'));
console.log(`You are ${name}.`);
