import { type ChildProcess, spawn } from 'node:child_process';
import type { App } from '@ringbinder/testkit/playwright/index.ts';

const root = new URL('../../../../', import.meta.url).pathname;

export async function startExample(
  { service, org: { client } }: App,
  name: string,
  variables: Record<string, string> = {},
): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [`${root}examples/${name}/server.ts`], {
    env: {
      PATH: process.env.PATH,
      BASE_URL: `${service.base}/`,
      PORT: '0',
      CLIENT_ID: client.id,
      CLIENT_SECRET: client.secret,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => (output += more));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, url] = /^listening at (\S+)\/$/m.exec(output) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`${name} did not start:\n${output}`)));
  });
  await service.env.db.query('UPDATE clients SET origins = array_append(origins, $2) WHERE id = $1', [
    client.id,
    origin,
  ]);
  return { child, origin };
}
