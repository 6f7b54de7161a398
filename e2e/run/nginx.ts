import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';

const root = new URL('../../', import.meta.url).pathname;
const program = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  join(root, 'node_modules/.cache/nginx/usr/sbin/nginx'),
].find((path) => existsSync(path));

export const nginxNeeded = { skip: program === undefined && process.env.CI !== 'true' };

export interface Nginx {
  origin: string;
  errors(): string;
  stop(): Promise<void>;
}

/**
 * Uses the configuration of docs/guides/operating.md, except ports and TLS.
 *
 * @param upstreams the ports of the processes
 */
export async function startNginx(directory: string, port: number, upstreams: number[]): Promise<Nginx> {
  if (program === undefined) throw new Error('nginx is not installed: run `apt-get install nginx-light`');
  const errorLog = join(directory, 'error.log');
  const temporary = join(directory, 'nginx');
  await mkdir(temporary, { recursive: true });
  for (const each of [directory, temporary]) await chmod(each, 0o777);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(temporary, name)};`,
  );
  const configuration = join(directory, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${join(directory, 'nginx.pid')}; error_log ${errorLog} warn;
     events { worker_connections 4096; }
     http { access_log off; ${paths.join(' ')}\n${await documentedBlock(port, upstreams)} }`,
  );
  const child: ChildProcess = spawn(program, ['-c', configuration, '-e', errorLog], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const errors = () => (existsSync(errorLog) ? readFileSync(errorLog, 'utf8') : '');
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${errors()}`);
    return fetch(origin).then(
      () => true,
      () => false,
    );
  });
  return {
    origin,
    errors,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function documentedBlock(port: number, upstreams: number[]): Promise<string> {
  const guide = await readFile(join(root, 'docs/guides/operating.md'), 'utf8');
  const block = /```nginx\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const servers = upstreams.map((upstream) => `  server 127.0.0.1:${upstream} max_fails=0;\n`);
  return block
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^.*ssl_certificate.*\n/gm, '')
    .replace(/( *server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, servers.join(''));
}
