import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePdf } from '@ringbinder/page-renderer/testing';
import {
  adminOf,
  type Cast,
  type CreatedUser,
  fileForm,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { chainLog, checkChain, findPosition } from '../hash-chain/index.ts';
import { startFamily } from '../oauth/index.ts';
import { FORM_TYPE, filePart, formOf } from '../pages/testing/form.ts';
import { holdings, uploaded } from '../pages/testing/upload.ts';
import { signingKey } from '../receipts/index.ts';
import { stepFor } from '../transactions/testing/workflow.ts';
import { ARCHIVED_TABLES } from './tables.ts';
import { archiveOf, exportFrom, importTo, manifestOf } from './testing/archive.ts';

let here: TestService;
let there: TestService;
let directory: string;
let cast: Cast;
let admin: CreatedUser;
let adminThere: CreatedUser;
let binderId: string;
let fileId: string;
let pageId: number;

const contentsOf = (archive: Buffer) =>
  manifestOf(archive).rows.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));

beforeAll(async () => {
  here = await startService();
  const { publicKey } = await signingKey(here.env);
  there = await startService({ config: { importKeys: [publicKey.kid] } });
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-archives-'));
  cast = await here.make.cast();
  admin = await adminOf(here, cast.owner);
  adminThere = await adminOf(there);
  ({ binderId } = cast);
  await fill();
});
afterAll(async () => {
  await here.close();
  await there.close();
  await rm(directory, { recursive: true, force: true });
});

const post = async (path: string, json: unknown, { token } = cast.owner) => {
  const { status, body } = await here.call('POST', `/${binderId}${path}`, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

async function fill(): Promise<void> {
  const upload = await uploaded(here, cast, makePdf({ pages: 2 }), 'Loan “agreement”.pdf');
  fileId = upload.fileId;
  const [page] = upload.pages;
  pageId = page.id;
  const replaced = await here.call('POST', `/${binderId}/pages/${pageId}/versions`, {
    token: cast.owner.token,
    body: formOf([filePart(makePdf({ pages: 3 }), 'Loan.pdf')]),
    headers: { 'content-type': FORM_TYPE },
  });
  assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
  for (const text of ['First', 'with a line\u2028separator', '\u{1f600} and "quotes"'])
    await post('/messages', { message: { text } }, cast.editor);
  const { binder_comment_id: edited } = await post('/messages', { message: { text: 'Wrong' } });
  await post(`/messages/${edited}`, { message: { text: 'Right' } });
  await post('/todos', { name: 'Call back', due_day: '2030-12-01', reminder_time: Date.now() + 60_000 });
  await post(`/pages/${page.id}/comments`, { text: 'Is this right?' }, cast.editor);
  const steps = [stepFor(cast.owner), stepFor(cast.editor)];
  const transaction = await post('/transactions', { title: 'Loan', content: 'Please read', steps });
  await post(`/transactions/${transaction.transaction_id}/steps/${transaction.steps[0].id}`, {
    click_button_id: 'approve',
  });
}

test('[TIME-2] an export is the same bytes each time, by any process, and a tar that others read', async () => {
  const first = await archiveOf(here, binderId, cast.owner);
  const beside = await startService({ beside: here });
  try {
    assert.ok(first.equals(await archiveOf(here, binderId, cast.owner)));
    const { issuer } = manifestOf(first);
    assert.equal(issuer, `${here.base}/`);
    assert.deepEqual(contentsOf(await archiveOf(beside, binderId, cast.owner)), contentsOf(first));
  } finally {
    await beside.close();
  }
  const path = join(directory, 'binder.tar');
  await writeFile(path, first);
  const { stdout } = await promisify(execFile)('tar', ['-tvf', path]);
  assert.match(stdout, /manifest\.json/);
  assert.match(stdout, /files\/[0-9a-f]{64}/);
  await promisify(execFile)('tar', ['-xf', path, '-C', directory]);
  const messages = await readFile(join(directory, 'rows/messages.jsonl'), 'utf8');
  assert.ok(messages.split('\n').some((line) => line && JSON.parse(line).text === '\u{1f600} and "quotes"'));

  await post('/messages', { message: { text: 'More' } });
  assert.ok(!first.equals(await archiveOf(here, binderId, cast.owner)));
});

test('[TIME-2] [LANG-37] the file of a binder with a long name ends with a whole character', async () => {
  const long = await here.make.binder(cast.owner);
  const name = `${'a'.repeat(99)}😀b`;
  await here.env.db.query('UPDATE binders SET name = $2 WHERE id = $1', [long, name]);
  const answer = await fetch(`${here.base}/${long}/archive`, {
    headers: { authorization: `Bearer ${cast.owner.token}` },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-disposition') ?? '', /a{99}\.tar$/);
  await answer.body?.cancel();
});

test('[TIME-2] exported by its owner alone, imported by admins of the org alone', async () => {
  const refusals: [CreatedUser, number][] = [
    [cast.editor, 403],
    [cast.viewer, 403],
    [admin, 403],
    [cast.otherPartner, 403],
  ];
  for (const [who, status] of refusals) {
    const answer = await exportFrom(here, binderId, who);
    assert.equal(answer.status, status);
    await answer.body?.cancel();
  }
  const archive = await archiveOf(here, binderId, cast.owner);
  for (const who of [cast.owner, cast.otherPartner])
    assert.equal((await importTo(here, who, archive, cast.owner.orgId)).status, 403);
  const { token } = admin;
  const readOnly = { ...admin, token: admin.readToken };
  assert.equal((await importTo(here, readOnly, archive)).status, 403);
  const empty = await here.call('POST', `/orgs/${admin.orgId}/binders/archive`, {
    token,
    body: fileForm('no archive', 'x.tar'),
  });
  assert.equal(empty.status, 400);
  assert.match(empty.body.message, /^file is not a binder archive/);
});

test('[TIME-2] [PAGE-62] imported elsewhere it has the same ids, files, log and chain, in another epoch', async () => {
  const archive = await archiveOf(here, binderId, cast.owner);
  const answer = await importTo(there, adminThere, archive);
  assert.equal(answer.status, 200, answer.body.message);
  const { binder, files, placeholders } = answer.body.data;
  assert.deepEqual([binder.id, files, placeholders], [binderId, 2, 3]);
  const { db } = there.env;
  const position = await findPosition(db, binderId);
  assert.ok(position);
  assert.notEqual(position.epoch, (await findPosition(here.env.db, binderId))?.epoch);
  assert.equal((await checkChain(db, binderId, { ...position, seq: position.chained_seq })).problem, null);

  const again = await archiveOf(there, binderId, await letIn(cast.owner));
  assert.deepEqual(contentsOf(again), contentsOf(archive));

  const { token } = await letIn(cast.editor);
  const read = async (service: TestService, as: { token: string }, path: string) => {
    const { status, body } = await service.call('GET', `/${binderId}${path}`, as);
    assert.equal(status, 200, path);
    return JSON.stringify(body.data)
      .replaceAll(service.base, '')
      .replaceAll(/,?"(email|unique_id|org_id)":"[^"]*"/g, '')
      .replace(/^\{"epoch":"[^"]*"/, '');
  };
  const versions = `/pages/${pageId}/versions`;
  for (const path of ['/messages', '/transactions', '/todos', '/feed?after=0', '/chain', '/files', versions])
    assert.equal(await read(there, { token }, path), await read(here, cast.editor, path), path);
  const [mine, theirs] = await Promise.all(
    [[here, cast.editor.token] as const, [there, token] as const].map(([service, bearer]) =>
      fetch(`${service.base}/${binderId}/files/${fileId}`, {
        headers: { authorization: `Bearer ${bearer}` },
      }).then((answer) => answer.arrayBuffer()),
    ),
  );
  assert.ok(mine && theirs && Buffer.from(mine).equals(Buffer.from(theirs)));

  const past = (service: TestService, as: { token: string }) =>
    read(service, as, `/messages?as_of=seq:${position.seq - 1}`);
  assert.equal(await past(there, { token }), await past(here, cast.editor));

  const { status } = await there.call('POST', `/${binderId}/messages`, {
    token,
    json: { message: { text: 'On' } },
  });
  assert.equal(status, 200);
  await chainLog(db, binderId);
  const later = await findPosition(db, binderId);
  assert.ok(later && later.seq === position.seq + 1 && later.chained_seq === later.seq);
  assert.equal((await checkChain(db, binderId, later)).problem, null);
  const results = await there.call('GET', `/${binderId}/search?q=quotes`, { token });
  assert.equal(results.status, 200, results.body.message);
  assert.equal((await importTo(there, adminThere, archive)).status, 409);
});

async function letIn({ id }: CreatedUser): Promise<{ token: string }> {
  const json = { email: `${id.toLowerCase()}@there.example`, disabled: false };
  const path = `/orgs/${adminThere.orgId}/users/${id}`;
  const { status, body } = await there.call('POST', path, { token: adminThere.token, json });
  assert.equal(status, 200, body.message);
  const { id: clientId } = await there.make.client({ partnerId: adminThere.partnerId });
  const { access_token: token } = await startFamily(there.env, { clientId, userId: id, scope: 'read write' });
  return { token };
}

test('[TIME-2] a binder that was deleted is brought back, and one that is there is not written over', async () => {
  const id = await here.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  const postText = (text: string) =>
    here.call('POST', `/${id}/messages`, { token: cast.owner.token, json: { message: { text } } });
  await postText('Before');
  const archive = await archiveOf(here, id, cast.owner);
  await postText('After');
  assert.equal((await importTo(here, admin, archive)).status, 409);
  const { epoch } = (await findPosition(here.env.db, id)) ?? {};
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  const both = await Promise.all([1, 2].map(() => importTo(here, admin, archive)));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'two at once');
  const { body } = await here.call('GET', `/${id}/messages`, { token: cast.editor.token });
  assert.deepEqual(
    body.data.messages.map(({ text }: { text: string }) => text),
    ['Before'],
  );
  assert.notEqual((await findPosition(here.env.db, id))?.epoch, epoch);
  assert.equal((await postText('Again')).status, 200);
  const other = await adminOf(here, { ...cast.owner, orgId: await here.make.org(cast.partner.id) });
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  assert.equal((await importTo(here, other, archive)).status, 409, 'of another org');
});

test('[TIME-2] of an archive that is older than the history of to-dos, that history begins where it ends', async () => {
  const id = await here.make.binder(cast.owner);
  const message = { token: cast.owner.token, json: { message: { text: 'One' } } };
  for (const _ of [1, 2]) await here.call('POST', `/${id}/messages`, message);
  await here.env.db.query('ALTER TABLE version_starts DROP COLUMN todos_seq');
  const archive = await archiveOf(here, id, cast.owner);
  await here.env.db.query('ALTER TABLE version_starts ADD COLUMN todos_seq bigint NOT NULL DEFAULT 0');
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  assert.equal((await importTo(here, admin, archive)).status, 200);
  const asOf = (what: string) => here.call('GET', `/${id}/${what}?as_of=seq:1`, { token: cast.owner.token });
  assert.deepEqual([(await asOf('todos')).status, (await asOf('messages')).status], [412, 200]);
});

test('[GDPR-3] an archive of a release without sections and captions is imported', async () => {
  const id = await here.make.binder(cast.owner);
  const all = [...ARCHIVED_TABLES];
  const later = ['sections', 'page_captions'];
  const tables = ARCHIVED_TABLES as unknown as { name: string }[];
  tables.splice(0, all.length, ...all.filter(({ name }) => !later.includes(name)));
  const archive = await archiveOf(here, id, cast.owner).finally(() =>
    tables.splice(0, tables.length, ...all),
  );
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  assert.equal((await importTo(here, admin, archive)).status, 200);
  assert.equal((await here.call('GET', `/${id}/sections`, { token: cast.owner.token })).status, 200);
});

test('[TIME-2] what was changed, cut off or signed by others is refused, and leaves nothing', async () => {
  const id = await here.make.binder(cast.owner);
  await uploaded(here, { binderId: id, owner: cast.owner }, makePdf({ pages: 1 }), 'one.pdf');
  const archive = await archiveOf(here, id, cast.owner);
  const otherPartner = await startService();
  try {
    const refused = await importTo(otherPartner, await adminOf(otherPartner), archive);
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /^file is signed by the key [\w-]{43} of http.*IMPORT_KEYS/);
  } finally {
    await otherPartner.close();
  }
  const exists = async () => {
    const rows = await there.env.db.query(`SELECT FROM binders WHERE id = $1`, [id]);
    return [rows.length, (await holdings(there, id)).arriving.length];
  };
  const step = Math.floor(archive.length / 40);
  for (let at = 0; at < archive.length; at += step) {
    const other = Buffer.from(archive);
    other[at] = (other[at] ?? 0) ^ 1;
    const { status, body } = await importTo(there, adminThere, other);
    assert.equal(status, 400, `byte ${at} of ${archive.length}: ${JSON.stringify(body)}`);
  }
  for (const length of [0, 100, 600, archive.length - 1024, archive.length - 600]) {
    const { status } = await importTo(there, adminThere, archive.subarray(0, length));
    assert.equal(status, 400, `cut off at ${length}`);
  }
  assert.deepEqual(await exists(), [0, 0]);
});
