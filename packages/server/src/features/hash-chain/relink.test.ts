import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, startService, type TestService } from '@ringbinder/testkit';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { type ArchiveProgress, importOrg } from '../binder-archives/index.ts';
import { makeArchive } from '../binder-archives/make.ts';
import { createRoundTrips } from '../binder-archives/testing/archive.ts';
import { signingKey } from '../receipts/index.ts';
import { chainLog, findChain, findHash, findPosition, relinkChain, verifyChain } from './index.ts';

let service: TestService;
let roundTrips: Awaited<ReturnType<typeof createRoundTrips>>;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
  roundTrips = await createRoundTrips(service);
});
afterAll(() => service.close());

async function createChainedBinder(messages: number): Promise<string> {
  const id = await roundTrips.binderWith(
    ...Array.from({ length: messages }, (_, index) => `Message ${index + 1}`),
  );
  await chainLog(service.env.db, id);
  return id;
}

const relink = (id: string) => relinkChain(service.env, id, service.clock.now());
const problemOf = async (id: string) => (await verifyChain(service.env.db, id))?.problem;

async function linksOf(id: string): Promise<string[]> {
  const rows = await service.env.db.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM binder_chain WHERE binder_id = $1 ORDER BY seq`,
    [id],
  );
  return rows.map(({ hash }) => hash);
}

async function lastEntry(id: string) {
  const { body } = await service.call('GET', `/${id}/feed?after=0`, { token: roundTrips.owner.token });
  const { seq, kind, body: of } = body.data.entries.at(-1);
  return { seq, kind, body: of };
}

/** The chain of a replaced history has one link more than the log has entries. */
async function goBehind(id: string): Promise<void> {
  await roundTrips.post(id, 'Of another history');
  await chainLog(service.env.db, id);
  await service.env.db.query(
    `WITH cut AS (DELETE FROM binder_log l USING binders b WHERE b.id = $1 AND l.binder_id = $1 AND l.seq = b.seq)
     UPDATE binders SET seq = seq - 1 WHERE id = $1`,
    [id],
  );
}

test('[TIME-11] [ORG-32] a chain is relinked from the first place that does not fit, and the log and the audit log say so', async () => {
  const damages: [string, number][] = [
    [`UPDATE binder_log SET body = body || '{"text": "other"}' WHERE binder_id = $1 AND seq = 4`, 4],
    ['DELETE FROM binder_chain WHERE binder_id = $1 AND seq = 2', 2],
    [`UPDATE binder_chain SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1 AND seq = 1`, 1],
    [`UPDATE binder_chain_heads SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1`, 5],
  ];
  for (const [statement, from] of damages) {
    const id = await createChainedBinder(4);
    const before = await linksOf(id);
    await service.env.db.query(statement, [id]);
    const head = await findPosition(service.env.db, id);
    assert.equal((await problemOf(id))?.seq, from, statement);
    const relinked = await relink(id);
    assert.ok(relinked.outcome === 'relinked');
    assert.deepEqual([relinked.from, relinked.removed], [from, 6 - from]);
    assert.equal(await problemOf(id), null, statement);
    const links = await linksOf(id);
    assert.deepEqual(links.slice(0, from - 1), before.slice(0, from - 1), 'what fits keeps its links');
    assert.equal(links.length, 6);
    assert.deepEqual(await lastEntry(id), {
      seq: 6,
      kind: 'chain_relinked',
      body: { from_seq: from, to_seq: 5, reason: relinked.reason, previous_hash: head?.hash },
    });
    const { body } = await service.call(
      'GET',
      `/orgs/${roundTrips.admin.orgId}/audit?action=binder.relink&target=${id}`,
      { token: roundTrips.admin.token },
    );
    const [{ actor, target_name, details }, ...others] = body.data.entries;
    assert.deepEqual([actor.name, target_name], ['Operator of the server', 'Test binder']);
    assert.equal(details.from_seq, from);
    assert.equal(details.previous_hash, head?.hash);
    assert.deepEqual(others, []);
    assert.deepEqual(await relink(id), { outcome: 'fits' });
    assert.equal((await lastEntry(id)).seq, 6, 'a chain that fits is left as it is');
  }
  assert.deepEqual(await relink('B0000000000000000000000'), { outcome: 'no_binder' });
});

test('[TIME-11] links behind the end of the log are removed', async () => {
  const id = await createChainedBinder(3);
  await goBehind(id);
  assert.deepEqual(await problemOf(id), { seq: 5, reason: 'the chain is longer than the log' });
  const relinked = await relink(id);
  assert.ok(relinked.outcome === 'relinked');
  assert.deepEqual([relinked.from, relinked.removed], [5, 1]);
  assert.equal((await lastEntry(id)).seq, 5);
  assert.equal(await problemOf(id), null);
});

test('[TIME-11] a log with a missing entry is not relinked', async () => {
  const id = await createChainedBinder(4);
  await service.env.db.query('DELETE FROM binder_log WHERE binder_id = $1 AND seq = 3', [id]);
  const before = await linksOf(id);
  assert.deepEqual(await relink(id), { outcome: 'incomplete', seq: 3 });
  assert.deepEqual(await linksOf(id), before);
  assert.equal((await problemOf(id))?.seq, 3);
});

test('[TIME-11] a log whose last entry is missing does not fit, and a repair that changes nothing begins no history', async () => {
  const { db } = service.env;
  const id = await createChainedBinder(2);
  const before = await findPosition(db, id);
  assert.deepEqual(await relink(id), { outcome: 'fits' });
  assert.deepEqual(await findPosition(db, id), before, 'a running export does not fail');
  await roundTrips.post(id, 'Not chained yet');
  await db.query('DELETE FROM binder_log WHERE binder_id = $1 AND seq = 4', [id]);
  assert.deepEqual(await relink(id), { outcome: 'incomplete', seq: 4 });
  assert.equal((await findPosition(db, id))?.history, before?.history);
});

test('[TIME-5] [TIME-11] links behind the head are named, and relinked, so that the log can be chained again', async () => {
  const { db } = service.env;
  for (const [statement, from] of [
    ['DELETE FROM binder_chain_heads WHERE binder_id = $1', 1],
    [
      `UPDATE binder_chain_heads h SET (seq, hash) = (SELECT seq, hash FROM binder_chain c WHERE c.binder_id = h.binder_id AND c.seq = 2)
       WHERE binder_id = $1`,
      3,
    ],
  ] as const) {
    const id = await createChainedBinder(3);
    await db.query(statement, [id]);
    assert.deepEqual(await problemOf(id), { seq: from, reason: 'the chain continues after its head' });
    const relinked = await relink(id);
    assert.ok(relinked.outcome === 'relinked');
    assert.deepEqual([relinked.from, relinked.removed], [from, 5 - from]);
    const { body } = await lastEntry(id);
    assert.deepEqual([body.from_seq, body.to_seq], [from, 4]);
    await roundTrips.post(id, 'Since then');
    await chainLog(db, id);
    assert.equal(await problemOf(id), null);
    assert.equal((await findPosition(db, id))?.chained_seq, 6);
  }
});

test('[TIME-12] a binder whose chain does not fit is not exported: the caller and the log are told, and it can be repaired', async () => {
  for (const damage of [
    goBehind,
    (id: string) =>
      service.env.db.query(`UPDATE binder_log SET at = at + 1 WHERE binder_id = $1 AND seq = 2`, [id]),
  ]) {
    const id = await createChainedBinder(3);
    await damage(id);
    await roundTrips.post(id, 'Since then');
    const logged = service.logLines.length;
    const refused = await roundTrips.exportBinder(id);
    assert.equal(refused.status, 500);
    const { code, message } = (await refused.json()) as { code: string; message: string };
    assert.equal(code, 'RESPONSE_ERROR_FAILED');
    assert.match(
      message,
      /^the log of binder B\w+ does not match its hash chain at seq \d+: .*`npm run check-chains`$/,
    );
    const alarms = service.logLines
      .slice(logged)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50);
    assert.deepEqual(
      alarms.map(({ msg }) => msg),
      [message],
    );
    await relink(id);
    const archive = await roundTrips.archiveOf(id);
    await roundTrips.deleteBinder(id);
    await roundTrips.importBinder(archive);
    assert.equal((await lastEntry(id)).kind, 'chain_relinked', 'the trace comes along');
  }
});

function command(name: string, ...args: string[]) {
  const [production, sandbox] = service.shared.databases.map(({ connection }) => addressOf(connection));
  return spawnSync(process.execPath, [`${import.meta.dirname}/../../commands/${name}.ts`, ...args], {
    env: {
      ...process.env,
      DATA_DIR: service.directory,
      DATABASE_URL: production,
      SANDBOX_DATABASE_URL: sandbox,
    },
    encoding: 'utf8',
  });
}

function addressOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgresql:///${database}?${query}`;
}

test('[TIME-5] [TIME-11] the commands name what does not fit, count nothing below zero, and relink only what they are told to', async () => {
  const ids = [await createChainedBinder(2), await createChainedBinder(2)];
  for (const id of ids) await goBehind(id);
  const [one, other] = ids;
  const check = command('check-chains', ...ids);
  assert.equal(check.status, 1, check.stderr);
  assert.match(check.stdout, /^production: 2 binders, 6 entries checked, 0 not chained yet, 2 problems$/m);
  const listed = command('repair-chains');
  assert.equal(listed.status, 1, listed.stderr);
  for (const id of ids) {
    assert.match(
      listed.stdout,
      new RegExp(`^production: ${id}: seq 4: the chain is longer than the log$`, 'm'),
    );
    assert.match(listed.stdout, new RegExp(`npm run repair-chains -- .*${id}`));
    assert.ok(await problemOf(id), 'a list changes nothing');
  }
  const repaired = command('repair-chains', one ?? '');
  assert.equal(repaired.status, 0, repaired.stdout + repaired.stderr);
  assert.match(repaired.stdout, new RegExp(`^production: ${one}: relinked from seq 4 on`));
  assert.equal(await problemOf(one ?? ''), null);
  assert.ok(await problemOf(other ?? ''), 'the other one is left as it is');
  for (const name of ['check-chains', 'repair-chains']) {
    const unknown = command(name, 'B0000000000000000000000');
    assert.equal(unknown.status, 1, name);
    assert.match(unknown.stdout, /^there is no binder B0000000000000000000000$/m);
  }
});

test('[TIME-11] the entry of a repaired chain has the time of its environment', async () => {
  const { sandbox } = service.environments;
  assert.ok(sandbox?.sandbox);
  const make = createFactory(sandbox);
  const owner = await make.user();
  const id = await make.binder(owner);
  await chainLog(sandbox.db, id);
  await sandbox.db.query(
    `UPDATE binder_chain SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1`,
    [id],
  );
  await sandbox.sandbox.write({ offset: 600_000 });
  const from = sandbox.clock.now();
  const repaired = command('repair-chains', id);
  assert.equal(repaired.status, 0, repaired.stdout + repaired.stderr);
  const answer = await fetch(`${sandbox.baseUrl()}${id}/feed?after=0`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at its shape.
  const { kind, at } = ((await answer.json()) as any).data.entries.at(-1);
  assert.equal(kind, 'chain_relinked');
  assert.ok(at >= from && at <= sandbox.clock.now(), `${at} is after ${from}`);
  await sandbox.sandbox.write({ offset: 0 });
});

for (const [what, damage, from] of [
  [
    'has another link',
    `UPDATE binder_chain SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1 AND seq = 2`,
    2,
  ],
  ['lacks its last link', 'DELETE FROM binder_chain WHERE binder_id = $1 AND seq = 4', 4],
] as const)
  test(`[TIME-11] an archive of before whose chain ${what} is imported by the operator who wishes so`, async () => {
    const id = await createChainedBinder(3);
    const { env } = service;
    const intact = await findChain(env.db, id, { from: 1, to: 100, limit: 100 });
    const lastHash = await findHash(env.db, id, 4);
    await env.db.query(damage, [id]);
    // An earlier release did not check the chain during an export.
    const query = (text: string, values?: readonly unknown[]) => {
      if (text.includes('FULL JOIN')) return Promise.resolve(intact);
      if (text.startsWith(`SELECT encode(hash, 'hex')`)) return Promise.resolve([{ hash: lastHash }]);
      return env.db.query(text, values);
    };
    const { content } = await makeArchive({ ...env, db: { ...env.db, query } as typeof env.db }, id);
    const directory = join(service.directory, `archives of ${id}`);
    await mkdir(directory);
    await writeFile(join(directory, `${id}.tar`), Buffer.concat(await Array.fromAsync(content())));
    await roundTrips.deleteBinder(id);

    const { publicKey } = await signingKey(env);
    const target = { orgId: roundTrips.admin.orgId, at: service.clock.now(), trusted: [publicKey.kid] };
    const reports: ArchiveProgress[] = [];
    const report = (progress: ArchiveProgress) => void reports.push(progress);
    assert.deepEqual(await importOrg(env, directory, target, report), []);
    assert.match(
      reports[0]?.skipReason ?? '',
      new RegExp(`does not match its hash chain: seq ${from}: .*--relink$`),
    );
    const imported = await importOrg(env, directory, { ...target, relinks: true }, report);
    assert.deepEqual(
      imported.map(({ binderId }) => binderId),
      [id],
    );
    assert.equal(await problemOf(id), null);
    const { kind, body } = await lastEntry(id);
    assert.deepEqual([kind, body.from_seq], ['chain_relinked', from]);
  });
