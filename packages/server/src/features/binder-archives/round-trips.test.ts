import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Cast,
  type CreatedUser,
  fileForm,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import type { Database } from '../../storage/database.ts';
import { chainNext } from '../chain/append.ts';
import { chainLog, checkChain, findPosition } from '../chain/index.ts';
import { signingKey } from '../receipts/index.ts';

const ROUND_TRIPS = 12;
const CHAINERS = 6;

let service: TestService;
let cast: Cast;
let admin: CreatedUser;
before(async () => {
  service = await startService();
  cast = await service.make.cast();
  admin = await service.make.user({ partner: cast.partner, client: cast.client });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
});
after(() => service.close());

const post = (id: string, text: string) =>
  service.call('POST', `/${id}/messages`, { token: cast.owner.token, json: { message: { text } } });

async function filled(): Promise<string> {
  const id = await service.make.binder(cast.owner);
  for (const text of ['One', 'Two']) await post(id, text);
  return id;
}

const exported = (id: string) =>
  fetch(`${service.base}/${id}/archive`, { headers: { authorization: `Bearer ${cast.owner.token}` } });

async function archiveOf(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await exported(id);
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

async function deleteBinder(id: string): Promise<void> {
  assert.equal((await service.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
}

async function bringBack(archive: Uint8Array<ArrayBuffer>): Promise<void> {
  const { status, body } = await service.call('POST', `/orgs/${admin.orgId}/binders/archive`, {
    token: admin.token,
    body: fileForm(archive, 'binder.tar'),
  });
  assert.equal(status, 200, body.message);
}

/** The chain of a binder from its beginning to the end of its log, which must be the end of the chain too. */
async function expectChain(id: string): Promise<void> {
  await chainLog(service.env.db, id);
  const position = await findPosition(service.env.db, id);
  assert.ok(position);
  assert.equal(position.chained_seq, position.seq);
  const head = { seq: position.chained_seq, hash: position.hash };
  assert.equal((await checkChain(service.env.db, id, head)).problem, null);
}

/** A database on which `meanwhile` is done once, behind the first statement that gives rows. */
function interrupted(db: Database, meanwhile: () => Promise<void>): Database {
  let done = false;
  return {
    ...db,
    async query(text, values) {
      const rows = await db.query(text, values);
      if (!done && rows.length > 0) {
        done = true;
        await meanwhile();
      }
      // biome-ignore lint/suspicious/noExplicitAny: the rows of whatever was asked
      return rows as any;
    },
  };
}

test('[TIME-4] links made of a log that an import replaced meanwhile are thrown away, though it ends at the same seq', async () => {
  for (const entries of [0, 1, 3]) {
    const id = await filled();
    const archive = await archiveOf(id);
    // The chain ends where that of the archive does, and a chainer has read what comes behind it.
    await deleteBinder(id);
    await chainNext(
      interrupted(service.env.db, async () => {
        await bringBack(archive);
        for (let count = 0; count < entries; count++) await post(id, `Since ${count}`);
      }),
      [id],
    );
    await expectChain(id);
    await post(id, 'On');
    await expectChain(id);
  }
});

test('[TIME-4] a log that nobody has chained yet is not chained with links of before its import', async () => {
  const { db } = service.env;
  const id = await filled();
  const archive = await archiveOf(id);
  await deleteBinder(id);
  // As a log of before the chain: no head, no links.
  await db.query(
    'WITH heads AS (DELETE FROM binder_chain_heads WHERE binder_id = $1) DELETE FROM binder_chain WHERE binder_id = $1',
    [id],
  );
  await chainNext(
    interrupted(db, () => bringBack(archive)),
    [id],
  );
  await expectChain(id);
});

test('[TIME-2] [TIME-4] a binder that is deleted and imported again and again, while six chain it, has a chain that fits each time', async () => {
  const { db } = service.env;
  const id = await filled();
  let running = true;
  let reading = 0;
  let gate = Promise.withResolvers<void>();
  const pass = () => {
    gate.resolve();
    gate = Promise.withResolvers();
  };
  // Slow ones: what they have read is written when the gate opens, which is when the binder has been imported.
  const slow = () =>
    interrupted(db, async () => {
      reading++;
      await gate.promise;
      reading--;
    });
  const chainers = Array.from({ length: CHAINERS }, async () => {
    while (running) await chainNext(slow(), [id]);
  });
  try {
    for (let trip = 1; trip <= ROUND_TRIPS; trip++) {
      const archive = await archiveOf(id);
      pass();
      await until('those who read before have written', () => reading === 0);
      await deleteBinder(id);
      await until('one has read that it is deleted', () => reading > 0);
      await bringBack(archive);
      pass();
      for (let count = 0; count < 3; count++) await post(id, `Trip ${trip}, ${count}`);
      await expectChain(id);
    }
  } finally {
    running = false;
    gate.resolve();
    await Promise.all(chainers);
  }
});

test('[TIME-2] of two imports of a binder that is not here at once, one is a conflict', async () => {
  const id = await filled();
  const archive = await archiveOf(id);
  const { publicKey } = await signingKey(service.env);
  const there = await startService({ config: { importKeys: [publicKey.kid] } });
  try {
    const adminThere = await there.make.user();
    await there.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [adminThere.id]);
    const both = await Promise.all(
      [1, 2].map(() =>
        there.call('POST', `/orgs/${adminThere.orgId}/binders/archive`, {
          token: adminThere.token,
          body: fileForm(archive, 'binder.tar'),
        }),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  } finally {
    await there.close();
  }
});
