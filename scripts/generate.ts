/**
 * Generates the OpenAPI document, references, and programs in guides. `--check` writes nothing, and fails if
 * a file is outdated. Always fails if a published API field is missing (VER-2). Before a release, you may
 * remove a line from docs/api/fields.txt by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addFields, fieldLines } from './generate/api-fields.ts';
import { describeAsyncApi } from './generate/asyncapi.ts';
import { describeClient } from './generate/client.ts';
import { eventPayloads } from './generate/event-examples.ts';
import { describeEvents } from './generate/events.ts';
import { describeFrames } from './generate/frames.ts';
import { showPrograms } from './generate/guides.ts';
import { describeOpenApi } from './generate/openapi.ts';
import { describeErrors, describeSettings } from './generate/reference.ts';

const root = new URL('..', import.meta.url).pathname;
const check = process.argv.includes('--check');

const openApi = await describeOpenApi();
const lines = (readIfThere('docs/api/fields.txt') ?? '').split('\n').filter(Boolean);
const fields = addFields(lines, fieldLines(JSON.parse(openApi)));
const files: Record<string, string> = {
  'docs/api/openapi.json': openApi,
  'docs/api/fields.txt': `${fields.lines.join('\n')}\n`,
  'packages/client/src/generated/api.ts': await describeClient(openApi),
  'docs/api/asyncapi.json': describeAsyncApi(),
  'docs/api/events.md': describeEvents(),
  'conformance/src/receiver/event-payloads.json': eventPayloads(),
  'docs/api/realtime.md': describeFrames(),
  'docs/settings.md': describeSettings(),
  'docs/errors.md': describeErrors(),
  ...showPrograms(),
};

for (const problem of fields.problems) process.stderr.write(`docs/api/fields.txt: ${problem} (VER-2)\n`);
if (fields.problems.length > 0) process.exitCode = 1;

for (const [path, content] of Object.entries(files)) {
  if (readIfThere(path) === content) continue;
  if (!check) writeFileSync(join(root, path), content);
  process.stdout.write(check ? `${path} is out of date: run npm run generate\n` : `wrote ${path}\n`);
  if (check) process.exitCode = 1;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}
