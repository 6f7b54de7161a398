import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { type Block, isAnswer, readBlocks, root } from './document.ts';
import { readersBrowser, startReader } from './reader.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { runBlocks } from './shell.ts';

/*
 * Commands in the documents are run as they stand: every fenced block whose info string is `sh run`, those of one file
 * one after the other in one shell, beside one server with a new demo. They may rely on the working directory (the
 * repository), on DATA_DIR, PORT and TMPDIR, and on APP_PORT for a program of their own. `xdg-open` opens an address in a
 * browser whose reader signs in as the first user of the demo and allows what is asked for.
 *
 * Lines that begin with `#> ` show what a block says, `…` standing for anything, and are compared. Without any, an answer
 * that is an error fails the block.
 */

let directory: string;
let server: Ringbinder;
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startRingbinder(directory);
});
afterAll(async () => {
  await readersBrowser.close();
  await server.stop();
  await killServers();
  await removeDirectories();
});

const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();

/** Programs of the guides that open the browser. */
const OPENS_BROWSER = /xdg-open|guides\/code\/(browse|native-app)\.ts/;

// Several at once: they wait for the browser most of the time, and each makes the clients that it needs.
describe.concurrent('the documents', () => {
  for (const file of files) {
    const blocks = readBlocks(file);
    if (blocks.length === 0) continue;
    const opens = blocks.some(({ commands }) => OPENS_BROWSER.test(commands));
    const options = opens ? readersBrowser.needed : {};
    test(`the ${blocks.length} blocks of ${file} work when pasted in their order`, options, () =>
      follow(blocks),
    );
  }
});

/** Does what a document says. Throws what was said when that is not what the document shows. */
async function follow(blocks: Block[]): Promise<void> {
  const [person] = (await server.demo()).users;
  assert.ok(person);
  const reader = await startReader(person);
  try {
    const { code, said, differences } = await runBlocks(blocks, {
      DATA_DIR: directory,
      TMPDIR: await emptyDirectory(),
      PORT: new URL(server.origin).port,
      APP_PORT: String(await freePort()),
      READER: reader.address,
    });
    assert.equal(code, 0, `what was said, each block after its place:\n${said}`);
    assert.deepEqual(differences, [], said);
  } finally {
    await reader.close();
  }
}

test('the README has command blocks, and every fence that asks to be run is found', () => {
  assert.ok(readBlocks('README.md').length > 0);
  for (const file of files) {
    const fences = readFileSync(join(root, file), 'utf8').match(/^\s*```+.*\brun\b.*$/gm) ?? [];
    const blocks = readBlocks(file).filter(({ commands }) => !commands.startsWith('press '));
    assert.equal(fences.length, blocks.length, file);
  }
});

test('no line of a picture has a semicolon, which ends a statement of mermaid', () => {
  for (const file of files) {
    const pictures = readFileSync(join(root, file), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm);
    for (const [picture] of pictures) assert.doesNotMatch(picture.replace(/#\d+;/g, ''), /;/, file);
  }
});

test('every other block of shell commands is one that nobody can run here', () => {
  const others = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(({ 1: commands = '' }) => ({
      file,
      commands,
    }));
  });
  for (const { file, commands } of others)
    assert.match(
      commands,
      /npm |npx |apt-get |example\.com|ringbinder-conformance|DATABASE_URL|systemctl|pg_basebackup/,
      `${file}: ${commands}`,
    );
});

test('an answer that is not the one that is shown is noticed, and so is a call that is refused', async () => {
  assert.ok(isAnswer('{"a":…,"b":"(x)"}', '{"a":1,"b":"(x)"}'));
  assert.ok(!isAnswer('{"a":…}', '{"a":1} '));
  const block = (commands: string, answers: string[] = []): Block => ({
    file: 'a.md',
    line: 1,
    commands: `${commands}\n`,
    answers,
  });
  const bad = `curl -s ${server.origin}/v1/nothing -o /dev/null -w '%{http_code}'`;
  const shown = await runBlocks([block(bad, ['400']), block('echo one; echo two', ['one'])], {});
  assert.deepEqual([shown.code, shown.differences.length], [0, 1]);
  assert.match(shown.differences[0] ?? '', /nothing more[\s\S]*two/);
  assert.notEqual((await runBlocks([block(bad)], {})).code, 0);
});
