import assert from 'node:assert/strict';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { type Block, readBlocks } from './document.ts';
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

/** Programs of the guides that open the browser. */
const OPENS_BROWSER = /xdg-open|guides\/code\/(browse|native-app)\.ts/;

/** Defines a test for each of these documents that has commands, beside one server. Returns what gives that server. */
export function followDocuments(files: readonly string[]): () => Ringbinder {
  let server: Ringbinder;
  beforeAll(async () => {
    server = await startRingbinder(await usedDirectory());
  });
  afterAll(async () => {
    await readersBrowser.close();
    await server.stop();
    await killServers();
    await removeDirectories();
  });
  // Several at once: they wait for the browser most of the time, and each makes the clients that it needs.
  describe.concurrent('the documents', () => {
    for (const file of files) {
      const blocks = readBlocks(file);
      if (blocks.length === 0) continue;
      const opens = blocks.some(({ commands }) => OPENS_BROWSER.test(commands));
      const options = opens ? readersBrowser.needed : {};
      test(`the ${blocks.length} blocks of ${file} work when pasted in their order`, options, () =>
        follow(server, blocks),
      );
    }
  });
  return () => server;
}

/** Does what a document says. Throws what was said when that is not what the document shows. */
async function follow(server: Ringbinder, blocks: Block[]): Promise<void> {
  const [person] = (await server.demo()).users;
  assert.ok(person);
  const reader = await startReader(person);
  try {
    const { code, said, differences } = await runBlocks(blocks, {
      DATA_DIR: server.directory,
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
