import { spawn } from 'node:child_process';
import { after } from 'node:test';
import type { TestService } from '@ringbinder/testkit';

const root = new URL('../../../../../../', import.meta.url).pathname;

/**
 * Starts the server of an example as its reader does, as a process of its own, ended after the last test. Its origin is added
 * to the client's. Gives that origin.
 */
export async function startExample(
  name: string,
  service: TestService,
  client: { id: string; secret: string },
  variables: Record<string, string> = {},
): Promise<string> {
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
  after(() => void child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => (said += more));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, url] = /^listening at (\S+)\/$/m.exec(said) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`${name} did not start:\n${said}`)));
  });
  await service.env.db.query('UPDATE clients SET origins = array_append(origins, $2) WHERE id = $1', [
    client.id,
    origin,
  ]);
  return origin;
}
