import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needProgram } from './programs.ts';
import type { Command } from './supervise.ts';

/** Uses the configuration in this directory, for at most three upstreams. */
export function nginxCommand(home: string, port: number, upstreams: readonly number[]): Command {
  mkdirSync(join(home, 'temp'), { recursive: true });
  for (const each of [home, join(home, 'temp')]) chmodSync(each, 0o777);
  const text = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8')
    .replace('127.0.0.1:8400', `127.0.0.1:${port}`)
    .replace(/^ *server 127\.0\.0\.1:841(\d).*\n/gm, (line, number) => {
      const upstream = upstreams[Number(number) - 1];
      return upstream === undefined ? '' : line.replace(/:841\d/, `:${upstream}`);
    });
  writeFileSync(join(home, 'nginx.conf'), text);
  const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'];
  return { name: 'nginx', program: needProgram('nginx'), args, cwd: home };
}
