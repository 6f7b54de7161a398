import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  createClient,
  followFeed,
  getToken,
  listAll,
  type RingbinderClient,
  tokenSource,
  unwrap,
  uploadFile,
} from '@ringbinder/client';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

const sample = new URL('../../docs/assets/loan-agreement.pdf', import.meta.url);

let demo: DemoFile;
beforeAll(async () => {
  demo = await (await startRingbinder(await usedDirectory())).demo();
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

function clientOf(part: Omit<DemoFile, 'sandbox'>, user: number): RingbinderClient {
  const { client_id: clientId, client_secret: clientSecret } = part.client;
  const uniqueId = part.users[user]?.unique_id ?? assert.fail(`no demo user ${user}`);
  const token = tokenSource(() => getToken(part.base_url, { clientId, clientSecret, uniqueId }));
  return createClient({ baseUrl: part.base_url, token });
}

async function confirmAgreement(part: Omit<DemoFile, 'sandbox'>): Promise<void> {
  const [ada, ben] = [clientOf(part, 0), clientOf(part, 1)];
  const { id: binder_id } = await unwrap(
    ada.api.POST('/{user_id}/binders', { params: { path: { user_id: 'me' } }, body: { name: 'Loan 4711' } }),
  );
  const inBinder = { params: { path: { binder_id } } };
  const { file_id } = await uploadFile(
    ada,
    binder_id,
    new File([await readFile(sample)], 'loan-agreement.pdf'),
  );
  const load = (cursor: string | undefined) => {
    const query = { file_id, limit: 2, ...(cursor ? { cursor } : {}) };
    return unwrap(ada.api.GET('/{binder_id}/pages', { params: { path: { binder_id }, query } }));
  };
  const pages = await Array.fromAsync(listAll(load, 'pages'));
  assert.deepEqual(
    pages.map(({ type, page_number, width }) => [type, page_number, Math.round(width)]),
    [1, 2, 3].map((number) => ['PAGE_TYPE_PDF', String(number), 595]),
  );
  const picture = await fetch(new URL(pages[0]?.thumbnail_uri ?? '', part.base_url));
  assert.equal(picture.headers.get('content-type'), 'image/webp');

  const { unique_id } = part.users[1] ?? assert.fail();
  await unwrap(
    ada.api.POST('/{binder_id}/inviteuser', { ...inBinder, body: { users: [{ user: { unique_id } }] } }),
  );
  const benId = (await unwrap(ben.api.GET('/me'))).id;
  const page_id = pages[1]?.id ?? 0;
  await unwrap(
    ada.api.POST('/{binder_id}/pages/{page_id}/comments', {
      params: { path: { binder_id, page_id } },
      body: { text: 'The amount', is_position_comment: true, x: 56, y: 190 },
    }),
  );
  const { transaction_id, steps } = await unwrap(
    ada.api.POST('/{binder_id}/transactions', {
      ...inBinder,
      body: {
        title: 'Confirm the loan',
        content: 'Please read all three pages.',
        steps: [
          {
            assignee: { user_id: benId },
            actions: [{ id: 'yes', text: 'Confirm', payload: '', feed_msg: 'Confirmed.' }],
          },
        ],
      },
    }),
  );
  const step_id = steps[0]?.id ?? 0;
  await unwrap(
    ben.api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}', {
      params: { path: { binder_id, transaction_id, step_id } },
      body: { click_button_id: 'yes' },
    }),
  );

  const kinds: string[] = [];
  const stop = new AbortController();
  for await (const { kind } of followFeed(ben, binder_id, 0, stop.signal)) {
    kinds.push(kind);
    if (kind === 'transaction_ended') stop.abort();
  }
  assert.deepEqual(kinds, [
    'binder_created',
    'file_uploaded',
    ...Array(3).fill('page_created'),
    'member_added',
    'page_commented',
    'transaction_created',
    'step_completed',
    'message_posted',
    'transaction_ended',
  ]);
  const query = { q: 'three pages' };
  const { results } = await unwrap(
    ben.api.GET('/{binder_id}/search', { params: { path: { binder_id }, query } }),
  );
  assert.ok(results.some(({ type, id }) => type === 'transaction' && id === String(transaction_id)));
  const outsider = clientOf(part, 3);
  await assert.rejects(unwrap(outsider.api.GET('/{binder_id}/pages', inBinder)), { status: 403 });
}

test('[CONF-3] [CONF-5] [CONF-6] an integrator’s way through production, with the typed client', () =>
  confirmAgreement(demo));

test('[CONF-3] [HTTP-2] the same way through the sandbox', () => confirmAgreement(demo.sandbox));
