import { spawnSync } from 'node:child_process';

const root = new URL('../../../', import.meta.url).pathname;

export default function buildPages(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-web.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}
