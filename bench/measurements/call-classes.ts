import { randomBytes } from 'node:crypto';
import { type Installation, uniqueIdForm } from '../installation.ts';
import { httpRequest, type OpenLoopJob, type OpenSocketsJob } from '../load/index.ts';
import { openRawSocket } from '../sockets/raw-socket.ts';

const USERS = 60;
const BINDERS = 64;
const UPLOAD_BYTES = 100_000;
const BOUNDARY = 'boundary-of-the-bench';

type Load =
  | Omit<OpenLoopJob, 'rate' | 'milliseconds' | 'port'>
  | Omit<OpenSocketsJob, 'rate' | 'milliseconds' | 'port'>;

/** One class of calls: how it floods, and how one caller uses it. */
export interface CallClass {
  name: string;
  /** The job of the load generator; its `inFlight` is that with which the capacity is measured. */
  load: Load;
  /** The calls under way at the most in the flood. */
  connections: number;
  /** One call as another user. @returns its status, and whether a refusal has Retry-After */
  callOnce(): Promise<{ status: number; saysWhen: boolean }>;
}

/** The classes of calls, with users, binders and what is in them. */
export async function makeCallClasses(installation: Installation): Promise<CallClass[]> {
  const { origin, port } = await installation.server();
  const demo = await installation.demo();
  const binders = await installation.binders(BINDERS);
  const people = await makeUsers(installation);
  await addToBinders(
    installation,
    binders.slice(0, 8),
    people.map(({ id }) => id),
  );
  const tokens = await Promise.all(
    people.map(({ uniqueId }) => tokenOf(origin, uniqueIdForm(demo, uniqueId))),
  );
  for (const binder of binders.slice(0, 8)) await fill(installation, binder);
  const signIn = await signInRequest(origin, demo.users[1]?.email ?? '', demo.users[1]?.password ?? '');
  const [prober = ''] = tokens.slice(-1);
  const owner = await installation.token();
  const bearer = (token = '') => ({ authorization: `Bearer ${token}` });
  const get = (path: string, index: number) =>
    httpRequest('GET', `/v1${path}`, bearer(tokens[index % (USERS - 1)]));
  const of = (index: number) => binders[index % 8] ?? '';
  const each = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  const call = async (request: () => Promise<Response>) => {
    const answer = await request();
    await answer.arrayBuffer();
    return { status: answer.status, saysWhen: Number(answer.headers.get('retry-after')) >= 1 };
  };
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = JSON.stringify({
    message: { text: 'A message of an ordinary length, as people write them.' },
  });
  const read =
    (path: string, token = prober) =>
    () =>
      call(() => fetch(`${origin}/v1${path}`, { headers: bearer(token) }));
  const open = (
    requests: string[],
    connections: number,
    inFlight: number,
  ): Pick<CallClass, 'load' | 'connections'> => ({
    load: { kind: 'open', requests, connections, inFlight },
    connections,
  });
  const tokenForm = (index: number) => uniqueIdForm(demo, people[index % people.length]?.uniqueId ?? '');
  return [
    {
      name: 'tokens',
      ...open(
        each(USERS, (index) => httpRequest('POST', '/v1/oauth/token', form, tokenForm(index))),
        2_000,
        64,
      ),
      callOnce: () =>
        call(() => fetch(`${origin}/v1/oauth/token`, { method: 'POST', headers: form, body: tokenForm(1) })),
    },
    {
      name: 'sign_in',
      ...open([httpRequest('POST', '/sign-in', { ...form, cookie: signIn.cookie }, signIn.body)], 500, 16),
      callOnce: () =>
        call(() =>
          fetch(`${origin}/sign-in`, {
            method: 'POST',
            redirect: 'manual',
            headers: { ...form, cookie: signIn.cookie },
            body: signIn.body,
          }),
        ),
    },
    {
      name: 'reading',
      ...open(
        each(USERS, (index) =>
          get(
            [`/${of(index)}/messages?limit=50`, `/${of(index)}/pages`, '/me/binders'][index % 3] ?? '',
            index,
          ),
        ),
        2_000,
        200,
      ),
      callOnce: read(`/${of(1)}/messages?limit=20`),
    },
    {
      name: 'posting',
      ...open(
        binders
          .slice(8)
          .map((id) => httpRequest('POST', `/v1/${id}/messages`, { ...bearer(owner), ...json }, post)),
        3_000,
        200,
      ),
      callOnce: () =>
        call(() =>
          fetch(`${origin}/v1/${of(2)}/messages`, {
            method: 'POST',
            headers: { ...bearer(prober), ...json },
            body: post,
          }),
        ),
    },
    {
      name: 'uploads',
      ...open(
        each(64, (index) =>
          httpRequest(
            'POST',
            `/v1/${of(3)}/pageupload`,
            {
              ...bearer(tokens[index % (USERS - 1)]),
              'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
            },
            multipart(randomBytes(UPLOAD_BYTES / 2).toString('hex')),
          ),
        ),
        500,
        32,
      ),
      callOnce() {
        const body = new FormData();
        body.append('file', new Blob([randomBytes(UPLOAD_BYTES / 2).toString('hex')]), 'a.txt');
        return call(() =>
          fetch(`${origin}/v1/${of(4)}/pageupload`, { method: 'POST', headers: bearer(prober), body }),
        );
      },
    },
    {
      name: 'exports',
      ...open(
        // Not those that calls of other classes fill meanwhile: what they take would be how large they have become.
        each(USERS, (index) =>
          index % 3 === 0
            ? httpRequest('GET', `/v1/${of(7)}/archive`, bearer(owner))
            : get(index % 3 === 1 ? '/me/data' : `/${of(7)}/downloadpdf`, index),
        ),
        500,
        4,
      ),
      callOnce: read('/me/data'),
    },
    {
      name: 'search',
      ...open(
        each(USERS, (index) => get(`/${of(index)}/search?q=ordinary%20mes`, index)),
        1_000,
        16,
      ),
      callOnce: read(`/${of(5)}/search?q=ordinary`),
    },
    {
      name: 'sockets',
      connections: 1_000,
      load: {
        kind: 'sockets',
        path: '/v1/realtime',
        inFlight: 64,
        hellos: tokens.slice(0, -1).map((token, index) => [
          { type: 'hello', version: 1, token },
          { type: 'subscribe', id: 1, binder_id: of(index) },
        ]),
      },
      callOnce: () => openOnce(port, prober, of(6)),
    },
  ];
}

async function makeUsers(installation: Installation): Promise<{ id: string; uniqueId: string }[]> {
  const { users } = await installation.demo();
  return installation.withDatabase((db) =>
    db.query<{ id: string; uniqueId: string }>(
      `INSERT INTO users (id, partner_id, org_id, unique_id, name, created_at, updated_at)
       SELECT 'UBENCH' || lpad(n::text, 17, '0'), partner_id, org_id, 'bench ' || n, 'Measured ' || n, created_at, updated_at
       FROM users, generate_series(1, $1::int) n WHERE id = $2
       RETURNING id, unique_id AS "uniqueId"`,
      [USERS, users[1]?.id],
    ),
  );
}

async function addToBinders(installation: Installation, binders: string[], ids: string[]): Promise<void> {
  for (const binder of binders)
    await installation.call('POST', `/${binder}/addorguser`, { users: ids.map((id) => ({ user: { id } })) });
}

/** What is listed, found and exported. */
async function fill(installation: Installation, binder: string): Promise<void> {
  for (let number = 0; number < 100; number++)
    await installation.call('POST', `/${binder}/messages`, {
      message: { text: `A message of an ordinary length, number ${number}.` },
    });
  const body = new FormData();
  body.append('file', new Blob(['Some words.\n'.repeat(100)]), 'words.txt');
  await installation.call('POST', `/${binder}/pageupload`, body);
}

async function tokenOf(origin: string, form: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function signInRequest(
  origin: string,
  email: string,
  password: string,
): Promise<{ cookie: string; body: string }> {
  const page = await fetch(`${origin}/sign-in`);
  const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return {
    cookie,
    body: new URLSearchParams({ email, password, form_token: token, next: '/account' }).toString(),
  };
}

function multipart(text: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
}

/** Opens a WebSocket, subscribes and closes it. A connection that is closed instead counts as 500. */
function openOnce(
  port: number,
  token: string,
  binder: string,
): Promise<{ status: number; saysWhen: boolean }> {
  return new Promise((resolve) => {
    const frames = [
      { type: 'hello', version: 1, token },
      { type: 'subscribe', id: 1, binder_id: binder },
    ];
    let left = frames.length;
    const failed = (status: number, saysWhen = false) => resolve({ status, saysWhen });
    openRawSocket(
      { port, path: '/v1/realtime' },
      ({ head }) => {
        if (head.startsWith('{"type":"refused"')) failed(503, true);
        else if (/^\{"type":"(welcome|snapshot|subscribed)/.test(head) && --left === 0) failed(200);
      },
      () => failed(500),
    ).then(
      (socket) => {
        for (const frame of frames) socket.send(frame);
        setTimeout(() => socket.end(), 5_000).unref();
      },
      ({ message }: Error) =>
        failed(Number(/HTTP\/1\.1 (\d+)/.exec(message)?.[1] ?? 0), /retry-after: [1-9]/i.test(message)),
    );
  });
}
