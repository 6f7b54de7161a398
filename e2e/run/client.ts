import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';

type DemoClient = Pick<DemoFile, 'client' | 'users' | 'base_url'>;

export async function tokenOf({ client, users, base_url }: DemoClient, user = 0): Promise<string> {
  const response = await fetch(`${base_url}oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'http://www.service.com/auth_uniqueid',
      client_id: client.client_id,
      client_secret: client.client_secret,
      uniqueid: users[user]?.unique_id ?? '',
      timestamp: String(Date.now()),
    }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`no token: ${response.status} ${answer}`);
  return (JSON.parse(answer) as { access_token: string }).access_token;
}

// biome-ignore lint/suspicious/noExplicitAny: what comes is what the test looks into.
export async function read(base: string, token: string, path: string): Promise<any> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: unknown }).data;
}
