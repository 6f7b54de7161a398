import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';

export type ClassCalls = Record<
  'tokens' | 'signIn' | 'reading' | 'posting' | 'uploads' | 'exports' | 'search' | 'sockets',
  () => Promise<void>
>;

export async function callsOf(demo: DemoFile, token: string, user = 1): Promise<ClassCalls> {
  const { base_url: base, binder_id: binder, client } = demo;
  const { origin } = new URL(base);
  const { email = '', password = '', unique_id: uniqueId = '' } = demo.users[user] ?? {};
  const bearer = { authorization: `Bearer ${token}` };
  const call = async (url: string, options: RequestInit = {}, status = 200) => {
    const answer = await fetch(url, options);
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  };
  const page = await fetch(`${origin}/sign-in`);
  const formToken = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  return {
    tokens: () =>
      call(
        `${base}oauth/token`,
        form({
          grant_type: 'http://www.service.com/auth_uniqueid',
          client_id: client.client_id,
          client_secret: client.client_secret,
          uniqueid: uniqueId,
          timestamp: String(Date.now()),
        }),
      ),
    signIn: () =>
      call(
        `${origin}/sign-in`,
        {
          ...form({ email, password, form_token: formToken, next: '/account' }),
          redirect: 'manual',
          headers: { cookie },
        },
        303,
      ),
    reading: () => call(`${base}${binder}/messages?limit=5`, { headers: bearer }),
    posting: () =>
      call(`${base}${binder}/messages`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: '{"message":{"text":"Among many"}}',
      }),
    uploads() {
      const body = new FormData();
      body.append('file', new Blob([`${Math.random()} `.repeat(2_000)]), 'a.txt');
      return call(`${base}${binder}/pageupload`, { method: 'POST', headers: bearer, body });
    },
    exports: () => call(`${base}me/data`, { headers: bearer }),
    search: () => call(`${base}${binder}/search?q=among`, { headers: bearer }),
    sockets: () => subscribeOnce(base, token, binder),
  };
}

function subscribeOnce(base: string, token: string, binder: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(`${base.replace('http', 'ws')}realtime`);
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'hello', version: 1, token }));
    socket.send(JSON.stringify({ type: 'subscribe', id: 1, binder_id: binder }));
  };
  socket.onmessage = ({ data }) => {
    if (!String(data).startsWith('{"type":"snapshot"')) return;
    resolve();
    socket.close();
  };
  socket.onerror = () => reject(new Error('no WebSocket'));
  socket.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
  return promise;
}
