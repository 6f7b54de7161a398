import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

/*
 * Commands in the documents are run as they stand: every fenced block whose info string is `sh run`, those of one file
 * one after the other in one shell, beside a server of its own with a new demo. They may rely on the working directory
 * (the repository), on DATA_DIR and on PORT. An answer that is an error fails the block.
 */

const root = new URL('../..', import.meta.url).pathname;
const BLOCK = /^```sh run\n([\s\S]*?)^```$/gm;

/** In the place of curl, so that a document can use it plainly. */
const PRELUDE = 'set -eo pipefail\ncurl() { command curl --fail-with-body --max-time 20 "$@"; }\n';

after(async () => {
  await killServers();
  await removeDirectories();
});

interface Block {
  file: string;
  line: number;
  commands: string;
}

function readBlocks(file: string): Block[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(BLOCK)].map(({ index, 1: commands = '' }) => {
    return { file, line: text.slice(0, index).split('\n').length, commands };
  });
}

async function runBlocks(blocks: Block[], directory: string, port: string) {
  const script = blocks.map(({ file, line, commands }) => `printf "\\n<${file}:${line}>\\n"\n${commands}`);
  const shell = spawn('bash', ['-c', PRELUDE + script.join('\n')], {
    cwd: root,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      DATA_DIR: directory,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(shell, 'close');
  return { code, said };
}

const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();

for (const file of files) {
  const blocks = readBlocks(file);
  if (blocks.length === 0) continue;
  test(`the ${blocks.length} command blocks of ${file} work when pasted in their order`, async () => {
    const directory = await emptyDirectory();
    const { origin, stop } = await startRingbinder(directory);
    const { code, said } = await runBlocks(blocks, directory, new URL(origin).port);
    assert.equal(code, 0, `what was said, each block after its place:\n${said}`);
    await stop();
  });
}

test('the README has command blocks, and every fence that asks to be run is found', () => {
  assert.ok(readBlocks('README.md').length > 0);
  for (const file of files) {
    const fences = readFileSync(join(root, file), 'utf8').match(/^\s*```+.*\brun\b.*$/gm) ?? [];
    assert.equal(fences.length, readBlocks(file).length, file);
  }
});
