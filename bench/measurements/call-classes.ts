import { randomBytes } from 'node:crypto';
import { type Installation, jsonHeaders, tokenOf, uniqueIdForm } from '../installation.ts';
import type { Flood, Outcome } from '../load/flood.ts';
import { outcomeOf } from '../load/http-connection.ts';
import type { LoadRequest } from '../load/http-load.ts';
import { openSocket } from '../load/open-socket.ts';

const USERS = 60;
const BINDERS = 64;
const FILLED = 8;
const UPLOAD_BYTES = 100_000;
const BOUNDARY = 'boundary-of-the-bench';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const POST = JSON.stringify({ message: { text: 'A message of an ordinary length, as people write them.' } });
const SOCKET_PATH = '/v1/realtime';

export interface CallClass {
  name: string;
  calls: Flood['calls'];
  /** Number of connections when the capacity is measured. The flood uses `connections`. */
  inFlight: number;
  connections: number;
  callOnce(): Promise<Outcome>;
}

export const CALL_CLASSES = [
  ...['tokens', 'sign_in', 'reading', 'posting', 'posting_one_binder', 'uploads', 'exports', 'search'],
  'sockets',
] as const;

export async function createCallClasses(installation: Installation): Promise<CallClass[]> {
  const { origin, port } = await installation.server();
  const demo = await installation.demo();
  const binders = await installation.binders(BINDERS);
  const people = await createUsers(installation);
  for (const binder of binders.slice(0, FILLED)) await fill(installation, binder, people);
  const tokens = await Promise.all(people.map(({ uniqueId }) => tokenOf(installation, uniqueId)));
  const prober = tokens.pop() ?? '';
  const owner = await installation.token();
  const of = (index: number) => binders[index % FILLED] ?? '';
  const tokenIn = (index: number) => tokens[index % tokens.length] ?? '';
  const get = (path: string, token: string): LoadRequest => ({
    path: `/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const post = (binder: string, token: string): LoadRequest => ({
    method: 'POST',
    path: `/v1/${binder}/messages`,
    headers: jsonHeaders(token),
    body: POST,
  });
  const requestToken = (index: number): LoadRequest => {
    const body = uniqueIdForm(demo, people[index % USERS]?.uniqueId ?? '');
    return { method: 'POST', path: '/v1/oauth/token', headers: FORM, body };
  };
  const http = (
    name: string,
    inFlight: number,
    connections: number,
    requests: LoadRequest[],
    probe: LoadRequest,
  ) => ({
    name,
    calls: { requests },
    inFlight,
    connections,
    callOnce: () => callOnce(origin, probe),
  });
  const each = (make: (index: number) => LoadRequest) =>
    Array.from({ length: USERS }, (_, index) => make(index));
  const read = (index: number) =>
    [`/${of(index)}/messages?limit=50`, `/${of(index)}/pages`, '/me/binders'][index % 3] ?? '';
  // Avoid the other classes' binders, because an export's duration depends on the binder's size.
  const exported = (index: number) =>
    [
      get(`/${of(7)}/archive`, owner),
      get('/me/data', tokenIn(index)),
      get(`/${of(7)}/downloadpdf`, tokenIn(index)),
    ][index % 3] ?? {};
  const [one = '', ...many] = binders.slice(FILLED);
  const signIn = await signInRequest(origin, demo.users[1]);
  const hello = (token: string, binder: string) => [
    { type: 'hello', version: 1, token },
    { type: 'subscribe', id: 1, binder_id: binder },
  ];
  return [
    http('tokens', 64, 2_000, each(requestToken), requestToken(1)),
    http('sign_in', 16, 500, [signIn], signIn),
    http(
      'reading',
      200,
      2_000,
      each((index) => get(read(index), tokenIn(index))),
      get(`/${of(1)}/messages?limit=20`, prober),
    ),
    http(
      'posting',
      200,
      3_000,
      many.map((binder) => post(binder, owner)),
      post(of(2), prober),
    ),
    http('posting_one_binder', 200, 3_000, [post(one, owner)], post(of(2), prober)),
    http(
      'uploads',
      32,
      500,
      each((index) => upload(of(3), tokenIn(index))),
      upload(of(4), prober),
    ),
    http('exports', 4, 500, each(exported), get('/me/data', prober)),
    http(
      'search',
      16,
      1_000,
      each((index) => get(`/${of(index)}/search?q=ordinary%20mes`, tokenIn(index))),
      get(`/${of(5)}/search?q=ordinary`, prober),
    ),
    {
      name: 'sockets',
      calls: { path: SOCKET_PATH, frames: tokens.map((token, index) => hello(token, of(index))) },
      inFlight: 64,
      connections: 1_000,
      callOnce: () => openSocket({ port, path: SOCKET_PATH }, hello(prober, of(6))),
    },
  ];
}

async function callOnce(origin: string, { path, method, headers, body }: LoadRequest): Promise<Outcome> {
  const answer = await fetch(`${origin}${path}`, {
    redirect: 'manual',
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    body: (body as string | undefined) ?? null,
  });
  await answer.arrayBuffer();
  return outcomeOf(answer.status, answer.headers.get('retry-after'));
}

type User = Record<'id' | 'uniqueId', string>;

async function createUsers(installation: Installation): Promise<User[]> {
  const { users } = await installation.demo();
  return installation.withDatabase((db) =>
    db.query<User>(
      `INSERT INTO users (id, partner_id, org_id, unique_id, name, created_at, updated_at)
       SELECT 'UBENCH' || lpad(n::text, 17, '0'), partner_id, org_id, 'bench ' || n, 'Measured ' || n, created_at, updated_at
       FROM users, generate_series(1, $1::int) n WHERE id = $2
       RETURNING id, unique_id AS "uniqueId"`,
      [USERS, users[1]?.id],
    ),
  );
}

async function fill(installation: Installation, binder: string, people: User[]): Promise<void> {
  await installation.call('POST', `/${binder}/addorguser`, {
    users: people.map(({ id }) => ({ user: { id } })),
  });
  for (let number = 0; number < 100; number++)
    await installation.call('POST', `/${binder}/messages`, {
      message: { text: `A message of an ordinary length, number ${number}.` },
    });
  const body = new FormData();
  body.append('file', new Blob(['Some words.\n'.repeat(100)]), 'words.txt');
  await installation.call('POST', `/${binder}/pageupload`, body);
}

async function signInRequest(
  origin: string,
  { email = '', password = '' }: { email?: string; password?: string } = {},
): Promise<LoadRequest> {
  const page = await fetch(`${origin}/sign-in`);
  const form_token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookies = page.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  const body = new URLSearchParams({ email, password, form_token, next: '/account' }).toString();
  return { method: 'POST', path: '/sign-in', headers: { ...FORM, cookie: cookies.join('; ') }, body };
}

function upload(binder: string, token: string): LoadRequest {
  const text = randomBytes(UPLOAD_BYTES / 2).toString('hex');
  return {
    method: 'POST',
    path: `/v1/${binder}/pageupload`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`,
  };
}
