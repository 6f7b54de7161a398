import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@ringbinder/testkit';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { measureSdk, SDK_BUDGETS } from '../../../../../scripts/sdk-sizes.ts';
import { bytesOnTheWire } from '../web/testing/bytes-on-the-wire.ts';
import { buildPages } from '../web/testing/fixture.ts';
import { registerOrigins } from './testing/host-page.ts';

test('[SDK-23] [SDK-30] the loader and what each module loads before it is drawn stay within their budgets', async (context) => {
  buildPages();
  const service = await startService({ environments: ['production', 'sandbox'] });
  context.after(() => service.close());
  for (const name of ['service.js', 'service.mjs']) {
    const size = await bytesOnTheWire(service.origin, `/sdk/${name}`);
    assert.ok(size > 2_000 && size < SDK_BUDGETS.loader, `${name}: ${size} bytes`);
  }
  const signIn = await bytesOnTheWire(service.origin, '/sdk/sign-in.mjs');
  assert.ok(signIn > 1_000 && signIn < 4_000, `sign-in.mjs: ${signIn} bytes`);
  const script = await fetch(`${service.origin}/sdk/service.js`);
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${service.origin}/sdk/service.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);

  const checked = measureSdk();
  const { id } = await service.make.client({ partnerId: (await service.make.partner()).id });
  const origin = 'https://host.example';
  await registerOrigins(service, id, [origin]);
  for (const [module, budget] of Object.entries(SDK_BUDGETS.modules)) {
    const query = new URLSearchParams({ client_id: id, origin, widget: 'w' });
    const page = await (await fetch(`${service.origin}/embed/${module}?${query}`)).text();
    const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    assert.ok(
      paths.length >= 2 && paths.every((path) => path.startsWith(`/assets/${module}/`)),
      paths.join(),
    );
    const sizes = await Promise.all(paths.map((path) => bytesOnTheWire(service.origin, path)));
    const size = sizes.reduce((sum, each) => sum + each, 0);
    assert.ok(size > 20_000 && size < budget, `${module}: ${size} bytes`);
    // What `npm run check` holds to the budget is what is sent.
    assert.equal(checked.find(({ name }) => name === module)?.bytes, size);
  }
  // Of the sandbox they are the same, at its own address and with its own clients.
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
