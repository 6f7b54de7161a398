/** `npm run check`: format, lint, types, import directions, lengths of files, styles and texts of pages, links, migrations, rules, sizes of the SDK and generated files. Seconds; run it before every commit. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const checks: Record<string, string[]> = {
  'format and lint': [bin('biome'), 'check', '--error-on-warnings', '.'],
  types: [bin('tsc'), '-p', '.'],
  'types of pages': [bin('tsc'), '-p', 'packages/web'],
  'types of the SDK': [bin('tsc'), '-p', 'packages/sdk'],
  'types of tests of the SDK': [bin('tsc'), '-p', 'packages/sdk/tsconfig.tests.json'],
  'types of the components for React': [bin('tsc'), '-p', 'packages/react'],
  'types of the example for React': [bin('tsc'), '-p', 'examples/react'],
  'types of tests of pages': [bin('tsc'), '-p', 'packages/web/tsconfig.tests.json'],
  imports: [process.execPath, 'scripts/check-imports.ts'],
  lengths: [process.execPath, 'scripts/check-lengths.ts'],
  styles: [process.execPath, 'scripts/check-styles.ts'],
  texts: [process.execPath, 'scripts/check-strings.ts'],
  links: [process.execPath, 'scripts/check-links.ts'],
  migrations: [process.execPath, 'scripts/check-migrations.ts'],
  rules: [process.execPath, 'scripts/check-rules.ts'],
  sizes: [process.execPath, 'scripts/sdk-sizes.ts'],
  'generated files': [process.execPath, 'scripts/generate.ts', '--check'],
};

async function run(name: string, [command = '', ...args]: string[]): Promise<boolean> {
  const started = Date.now();
  let output = '';
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const ok = code === 0;
  process.stdout.write(
    `${ok ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n${ok ? '' : output}`,
  );
  return ok;
}

const results = await Promise.all(
  Object.entries(checks).map(async ([name, command]) => ({ name, command, ok: await run(name, command) })),
);
// One that failed beside the others may have lacked memory or time: by itself it has the machine.
for (const result of results.filter(({ ok }) => !ok)) {
  process.stdout.write(`Failed beside others, and run once more by itself: ${result.name}\n`);
  result.ok = await run(result.name, result.command);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
