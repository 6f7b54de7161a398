import assert from 'node:assert/strict';
import { adminOf, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import type { ApiError } from '../../errors.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { chainNext } from '../hash-chain/append.ts';
import { chainLog, checkChain, findPosition } from '../hash-chain/index.ts';
import { signingKey } from '../receipts/index.ts';
import { type ArchiveEnvironment, makeArchive } from './make.ts';
import { createRoundTrips, importTo } from './testing/archive.ts';

const ROUND_TRIPS = 12;
const CHAINERS = 6;

let service: TestService;
let roundTrips: Awaited<ReturnType<typeof createRoundTrips>>;
beforeAll(async () => {
  service = await startService();
  roundTrips = await createRoundTrips(service);
});
afterAll(() => service.close());

const createBinder = () => roundTrips.binderWith('One', 'Two');

async function expectChain(id: string): Promise<void> {
  await chainLog(service.env.db, id);
  const position = await findPosition(service.env.db, id);
  assert.ok(position);
  assert.equal(position.chained_seq, position.seq);
  const head = { seq: position.chained_seq, hash: position.hash };
  assert.equal((await checkChain(service.env.db, id, head)).problem, null);
}

function interruptAfterRead(db: Database, meanwhile: () => Promise<void>): Database {
  let done = false;
  return {
    ...db,
    async query(text, values) {
      const rows = await db.query(text, values);
      if (!done && rows.length > 0) {
        done = true;
        await meanwhile();
      }
      // biome-ignore lint/suspicious/noExplicitAny: the rows of any query
      return rows as any;
    },
  };
}

test('[TIME-4] links made of a log that an import replaced meanwhile are thrown away, though it ends at the same seq', async () => {
  for (const entries of [0, 1, 3]) {
    const id = await createBinder();
    const archive = await roundTrips.archiveOf(id);
    // Simulate a process that reads the old log before the import and chains the entries afterwards.
    await roundTrips.deleteBinder(id);
    await chainNext(
      interruptAfterRead(service.env.db, async () => {
        await roundTrips.importBinder(archive);
        for (let count = 0; count < entries; count++) await roundTrips.post(id, `Since ${count}`);
      }),
      [id],
    );
    await expectChain(id);
    await roundTrips.post(id, 'On');
    await expectChain(id);
  }
});

test('[TIME-4] a log that nobody has chained yet is not chained with links of before its import', async () => {
  const { db } = service.env;
  const id = await createBinder();
  const archive = await roundTrips.archiveOf(id);
  await roundTrips.deleteBinder(id);
  // Simulate a log from a release without hash chains, which stored neither heads nor links.
  await db.query(
    'WITH heads AS (DELETE FROM binder_chain_heads WHERE binder_id = $1) DELETE FROM binder_chain WHERE binder_id = $1',
    [id],
  );
  await chainNext(
    interruptAfterRead(db, () => roundTrips.importBinder(archive)),
    [id],
  );
  await expectChain(id);
});

test('[TIME-2] [TIME-4] a binder that is deleted and imported again and again, while six chain it, has a chain that fits each time', async () => {
  const { db } = service.env;
  const id = await createBinder();
  let running = true;
  let reading = 0;
  let gate = Promise.withResolvers<void>();
  const pass = () => {
    gate.resolve();
    gate = Promise.withResolvers();
  };
  // Each chaining process writes its result only when the gate opens, after the import.
  const slow = () =>
    interruptAfterRead(db, async () => {
      reading++;
      await gate.promise;
      reading--;
    });
  const chainers = Array.from({ length: CHAINERS }, async () => {
    while (running) await chainNext(slow(), [id]);
  });
  try {
    for (let trip = 1; trip <= ROUND_TRIPS; trip++) {
      const archive = await roundTrips.archiveOf(id);
      pass();
      await until('those who read before have written', () => reading === 0);
      await roundTrips.deleteBinder(id);
      await until('one has read that it is deleted', () => reading > 0);
      await roundTrips.importBinder(archive);
      pass();
      for (let count = 0; count < 3; count++) await roundTrips.post(id, `Trip ${trip}, ${count}`);
      await expectChain(id);
    }
  } finally {
    running = false;
    gate.resolve();
    await Promise.all(chainers);
  }
});

function interruptedExport(meanwhile: () => Promise<void>): ArchiveEnvironment {
  const { db } = service.env;
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    db.transaction((tx) => {
      const query = async (text: string, values?: readonly unknown[]) => {
        const rows = await tx.query(text, values);
        if (text.includes('FROM users')) await meanwhile();
        return rows;
      };
      return work({ ...tx, query } as Transaction);
    });
  return { ...service.env, db: { ...db, transaction } };
}

test('[TIME-12] an export during which the binder is imported again is 503, whatever was written since; a deletion alone spoils nothing', async () => {
  for (const entries of [0, 1, 3]) {
    const id = await createBinder();
    const archive = await roundTrips.archiveOf(id);
    const env = interruptedExport(async () => {
      await roundTrips.deleteBinder(id);
      await roundTrips.importBinder(archive);
      for (let count = 0; count < entries; count++) await roundTrips.post(id, `Since ${count}`);
    });
    await assert.rejects(makeArchive(env, id), (error: ApiError) => {
      assert.deepEqual([error.status, error.retryAfter], [503, 1], String(error));
      return true;
    });
    await expectChain(id);
    assert.equal((await roundTrips.exportBinder(id)).status, 200, 'again');
  }
  const id = await createBinder();
  const { content } = await makeArchive(
    interruptedExport(() => roundTrips.deleteBinder(id)),
    id,
  );
  await roundTrips.importBinder(Buffer.concat(await Array.fromAsync(content())));
  await expectChain(id);
});

test('[TIME-2] of two imports of a binder that is not here at once, one is a conflict', async () => {
  const id = await createBinder();
  const archive = await roundTrips.archiveOf(id);
  const { publicKey } = await signingKey(service.env);
  const there = await startService({ config: { importKeys: [publicKey.kid] } });
  try {
    const adminThere = await adminOf(there);
    const both = await Promise.all([1, 2].map(() => importTo(there, adminThere, archive)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  } finally {
    await there.close();
  }
});
