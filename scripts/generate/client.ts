import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// The generator needs the API of TypeScript 5, which TypeScript 7 lacks.
const generator = new URL('../../packages/client/node_modules/openapi-typescript/bin/cli.js', import.meta.url)
  .pathname;

export async function describeClient(openApi: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-client-'));
  try {
    const input = join(folder, 'openapi.json');
    await writeFile(input, openApi);
    const { stdout } = await promisify(execFile)(process.execPath, [generator, input], {
      maxBuffer: 64 * 1024 ** 2,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
