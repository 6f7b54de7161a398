import assert from 'node:assert/strict';
import { test } from '@ringbinder/testkit/playwright/index.ts';
import { startClientSite } from './client-site.ts';

const SCRIPT = `async ({ baseUrl, token, binder_id }) => {
  const { createClient, followFeed, listAll, unwrap, uploadFile } = await import('/client/index.ts');
  const client = createClient({ baseUrl, token });
  const inBinder = { params: { path: { binder_id } } };
  const progress = [];
  const file = new File(['x'.repeat(400000)], 'from the browser.txt');
  const upload = await uploadFile(client, binder_id, file, { onProgress: (sent, total) => progress.push([sent, total]) });
  for (const text of ['one', 'two', 'three']) {
    await unwrap(client.api.POST('/{binder_id}/messages', { ...inBinder, body: { message: { text } } }));
  }
  const texts = [];
  const load = (cursor) => unwrap(client.api.GET('/{binder_id}/messages',
    { params: { path: { binder_id }, query: { limit: 2, ...(cursor ? { cursor } : {}) } } }));
  for await (const message of listAll(load, 'messages')) texts.push(message.text);
  const kinds = [];
  const stop = new AbortController();
  for await (const entry of followFeed(client, binder_id, 0, stop.signal)) {
    kinds.push(entry.kind);
    if (entry.body.text === 'three') stop.abort();
  }
  const refused = await unwrap(client.api.POST('/{binder_id}/messages', { ...inBinder, body: { message: { text: '' } } }))
    .catch((error) => ({ status: error.status, field: error.fields[0].path, requestId: error.requestId }));
  return { upload, progress, texts, kinds, refused };
}`;

test('[CONF-3] [CONF-5] [CONF-6] the client works in a browser, from a page of another origin', async ({
  app,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const site = await startClientSite();
  try {
    const { owner, binderId } = await service.make.cast();
    const page = await app.newPage();
    await page.goto(site.origin);
    const parts = { baseUrl: `${service.base}/`, token: owner.token, binder_id: binderId };
    const result = await page.evaluate<{
      upload: { file_id: string };
      progress: [number, number][];
      texts: string[];
      kinds: string[];
      refused: { status: number; field: string; requestId: string };
    }>(`(${SCRIPT})(${JSON.stringify(parts)})`);
    assert.match(result.upload.file_id, /^F/);
    const last = result.progress.at(-1);
    assert.ok(last && last[0] === last[1] && last[1] > 400_000, JSON.stringify(result.progress));
    assert.deepEqual(result.texts, ['three', 'two', 'one']);
    assert.equal(result.kinds.at(-1), 'message_posted');
    assert.equal(result.refused.status, 400);
    assert.equal(result.refused.field, 'message.text');
    assert.match(result.refused.requestId, /^req_/);
  } finally {
    await site.close();
  }
});
