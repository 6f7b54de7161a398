import assert from 'node:assert/strict';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { type Block, readBlocks } from './document.ts';
import { readersBrowser, startReader } from './reader.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { runBlocks } from './shell.ts';

/* The tests run all fenced blocks whose info string is `sh run`. The blocks of a file share a shell, a server and
   a new demo. They also share DATA_DIR, PORT, TMPDIR and APP_PORT, the port for their own program. `xdg-open`
   opens a browser that signs in as the demo's first user and consents.
   
   Lines that begin with `#> ` are expected output, in which `…` stands for any text. A block without such lines
   fails at its first error response. */

const OPENS_BROWSER = /xdg-open|guides\/code\/(browse|native-app)\.ts/;

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

async function follow(server: Ringbinder, blocks: Block[]): Promise<void> {
  const [person] = (await server.demo()).users;
  assert.ok(person);
  const reader = await startReader(person);
  try {
    const { code, output, differences } = await runBlocks(blocks, {
      DATA_DIR: server.directory,
      TMPDIR: await emptyDirectory(),
      PORT: new URL(server.origin).port,
      APP_PORT: String(await freePort()),
      READER: reader.address,
    });
    assert.equal(code, 0, `what was said, each block after its place:\n${output}`);
    assert.deepEqual(differences, [], output);
  } finally {
    await reader.close();
  }
}
