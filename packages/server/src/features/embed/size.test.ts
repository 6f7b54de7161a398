import assert from 'node:assert/strict';
import { startService } from '@ringbinder/testkit';
import buildPages from '@ringbinder/testkit/build-pages.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { test } from 'vitest';
import { embedScriptsOf } from '../web/manifest.ts';
import { registerOrigins } from './testing/host-page.ts';

test('[SDK-23] [SDK-30] pages of others load the script, and an embedded page its module and no other', async (context) => {
  buildPages();
  const service = await startService({ environments: ['production', 'sandbox'] });
  context.onTestFinished(() => service.close());
  const script = await fetch(`${service.origin}/sdk/service.js`);
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${service.origin}/sdk/service.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);

  const { id } = await service.make.client({ partnerId: (await service.make.partner()).id });
  const origin = 'https://host.example';
  await registerOrigins(service, id, [origin]);
  for (const module of ['chat', 'timeline', 'home', 'draw', 'clip', 'pages', 'todos'] as const) {
    const query = new URLSearchParams({ client_id: id, origin, widget: 'w' });
    const page = await (await fetch(`${service.origin}/embed/${module}?${query}`)).text();
    const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    assert.ok(
      paths.length >= 2 && paths.every((path) => path.startsWith(`/assets/${module}/`)),
      paths.join(),
    );
    const { script, preloads } = embedScriptsOf(module);
    assert.deepEqual(paths.toSorted(), [script, ...preloads].toSorted());
  }
  const { sandbox } = service.environments;
  assert.ok(sandbox);
  const query = (client: string) => new URLSearchParams({ client_id: client, origin, widget: 'w' });
  const at = (client: string) => fetch(`${service.origin}/sandbox/embed/chat?${query(client)}`);
  assert.equal((await at(id)).status, 404);
  const make = createFactory(sandbox);
  const other = await make.client({ partnerId: (await make.partner()).id });
  await registerOrigins({ env: sandbox }, other.id, [origin]);
  const answer = await at(other.id);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /&quot;base&quot;:&quot;\/sandbox\/v1&quot;/);
});
