/** A web app whose users sign in with Ringbinder: authorization code with PKCE, refresh, sign-out. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createClient, unwrap } from '@ringbinder/client';
import * as oauth from 'oauth4webapi';
import { keepFresh, type Tokens } from './refreshing.ts';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env;
const client: oauth.Client = { client_id: CLIENT_ID };
const secret = oauth.ClientSecretPost(CLIENT_SECRET);
// For a Ringbinder on this machine. Omit it with https.
const insecure = { [oauth.allowInsecureRequests]: true };

const issuer = new URL(API);
const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
const server = await oauth.processDiscoveryResponse(issuer, found);

/** The session of a browser. A real app stores it in a database, with encrypted tokens. */
interface Session {
  pending?: { state: string; verifier: string };
  tokens?: Tokens;
  token?: () => Promise<string>;
}
const sessions = new Map<string, Session>();

async function beginSignIn(session: Session): Promise<string> {
  const pending = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
  session.pending = pending;
  const address = new URL(server.authorization_endpoint ?? '');
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    state: pending.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  }).toString();
  return address.href;
}

async function endSignIn(session: Session, address: URL): Promise<void> {
  const { pending } = session;
  // Each sign-in completes once. If the browser opens this address again, the next line throws.
  delete session.pending;
  if (!pending) throw new Error('nobody began to sign in with this browser');
  // Throws if the state or the server (iss) differs, or the response is an error.
  const answer = oauth.validateAuthResponse(server, client, address, pending.state);
  const { state: _state, verifier } = pending;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret,
    answer,
    REDIRECT_URI,
    verifier,
    insecure,
  );
  const tokens = asTokens(await oauth.processAuthorizationCodeResponse(server, client, response));
  const save = async (next: Tokens) => {
    session.tokens = next;
  };
  await save(tokens);
  session.token = keepFresh(tokens, refresh, save);
}

async function refresh(refreshToken: string): Promise<Tokens> {
  const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, insecure);
  return asTokens(await oauth.processRefreshTokenResponse(server, client, response));
}

function asTokens({ access_token, refresh_token = '', expires_in = 0 }: oauth.TokenEndpointResponse): Tokens {
  return { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
}

async function signOut(session: Session): Promise<void> {
  const { tokens } = session;
  delete session.tokens;
  delete session.token;
  if (!tokens) return;
  // Revoking the refresh token ends the whole authorization, including the access token.
  const response = await oauth.revocationRequest(server, client, secret, tokens.refresh_token, insecure);
  await oauth.processRevocationResponse(response);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? '/', REDIRECT_URI);
  const known = /(?:^|; )app=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const session = sessions.get(known) ?? {};
  if (address.pathname === '/sign-in') {
    response
      .writeHead(303, { location: await beginSignIn(session), 'set-cookie': keep(session, known) })
      .end();
  } else if (address.pathname === new URL(REDIRECT_URI).pathname) {
    await endSignIn(session, address);
    response.writeHead(303, { location: '/', 'set-cookie': keep(session, known) }).end();
  } else if (address.pathname === '/sign-out' && request.method === 'POST') {
    await signOut(session);
    show(response, '<p>You are signed out.</p>');
  } else if (session.token) {
    const { api } = createClient({ baseUrl: API, token: session.token });
    const { name } = await unwrap(api.GET('/me'));
    const form = '<form method="post" action="/sign-out"><button>Sign out</button></form>';
    show(response, `<p>Hello, ${asText(name)}</p>${form}`);
  } else show(response, '<p><a href="/sign-in">Sign in with Ringbinder</a></p>');
}

/** Moves a session to a new id, to prevent session fixation. */
function keep(session: Session, known: string): string {
  const id = randomUUID();
  sessions.delete(known);
  sessions.set(id, session);
  // Lax: the cookie has to come along when the browser comes back from Ringbinder. Add Secure where there is https.
  return `app=${id}; Path=/; HttpOnly; SameSite=Lax`;
}

function show(response: ServerResponse, html: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html);
}

const asText = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    response.writeHead(400, { 'content-type': 'text/plain' }).end(`That did not work: ${error.message}`);
  });
}).listen(Number(new URL(REDIRECT_URI).port), '127.0.0.1');
