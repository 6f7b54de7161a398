import assert from 'node:assert/strict';
import {
  type Answer,
  adminOf,
  type Cast,
  departures,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { admitGuest } from './index.ts';

let service: TestService;
let beside: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service });
  cast = await service.make.cast();
});
afterAll(async () => {
  await beside.close();
  await service.close();
});

const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, path, { token, ...(json === undefined ? {} : { json }) });
const expectRefusal = (answer: Answer, status: number, path?: string) => {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  if (path !== undefined) assert.equal(answer.body.errors[0].path, path);
};
const begin = async (json: object) =>
  (await call('POST', `/${cast.binderId}/meets`, json)).body.data.session_key as string;

test('[MEET-14] a guest comes by a link and a name, to one meet, until it is revoked, expires or the meet is over', async () => {
  const key = await begin({ name: 'With guests' });
  const links = `/meets/${key}/links`;
  const createdLink = await call('POST', links, {});
  const { id, url } = createdLink.body.data;
  assert.ok(url.startsWith(`${service.origin}/meet#`), url);
  const link = new URL(url).hash.slice(1);
  const come = (json: unknown) => service.call('POST', '/meets/guests', { json });
  const { body } = await come({ link, name: '  Jane \n Okafor ' });
  assert.deepEqual(
    [body.data.session_key, body.data.binder_id, body.data.topic],
    [key, cast.binderId, 'With guests'],
  );
  const guest = await admitGuest(beside.env, body.data.token);
  assert.deepEqual([guest.guestId, guest.name], [body.data.guest_id, 'Jane Okafor']);
  assert.equal(guest.meet.session_key, key);
  expectRefusal(await call('GET', `/meets/${key}`, undefined, body.data.token), 401);
  const forged = body.data.token.replace(/\.[\w-]+\.([\w-]+)$/, `.${btoa('Owner').replaceAll('=', '')}.$1`);
  for (const token of [forged, '', 'x', `${body.data.token}x`])
    await assert.rejects(admitGuest(service.env, token), { status: 401 });
  const longest = await come({ link, name: '😀'.repeat(60) });
  assert.ok(longest.body.data.token.length <= 512);
  expectRefusal(await come({ link, name: ' \n' }), 400, 'name');
  expectRefusal(await come({ link, name: 'x'.repeat(61) }), 400, 'name');
  expectRefusal(await come({ link: `${link.slice(0, -1)}_`, name: 'x' }), 404, 'link');

  for (const { token } of [cast.viewer, cast.sameOrg]) {
    expectRefusal(await call('POST', links, {}, token), 403);
    expectRefusal(await call('GET', links, undefined, token), 403);
    expectRefusal(await call('DELETE', `${links}/${id}`, undefined, token), 403);
  }
  const listed = await call('GET', links, undefined, cast.owner.token);
  assert.deepEqual(
    listed.body.data.links.map((each: { id: string }) => each.id),
    [id],
  );
  assert.ok(!JSON.stringify(listed.body).includes(link));
  assert.equal((await call('DELETE', `${links}/${id}`, undefined, cast.owner.token)).status, 200);
  expectRefusal(await call('DELETE', `${links}/${id}`), 404);
  expectRefusal(await come({ link, name: 'x' }), 404, 'link');
  await assert.rejects(admitGuest(service.env, body.data.token), { status: 401 });

  const other = new URL((await call('POST', links, { expires_in: 60 })).body.data.url).hash.slice(1);
  const late = (await come({ link: other, name: 'x' })).body.data.token;
  await call('POST', `/meets/${key}/end`);
  expectRefusal(await come({ link: other, name: 'x' }), 412);
  await assert.rejects(admitGuest(service.env, late), { status: 412 });
  expectRefusal(await call('POST', links, {}), 412);
  service.clock.advance(61_000);
  expectRefusal(await come({ link: other, name: 'x' }), 404, 'link');
});

test('[MEET-14] a guest link ends when its creator has gone', async () => {
  const { owner } = cast;
  const admin = await adminOf(service, owner);
  for (const [what, depart] of Object.entries(departures)) {
    const person = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
    const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
    const begun = await call('POST', `/${binderId}/meets`, { name: 'With guests' }, person.token);
    const links = `/meets/${begun.body.data.session_key}/links`;
    const { url } = (await call('POST', links, {}, person.token)).body.data;
    const link = new URL(url).hash.slice(1);
    const come = () => service.call('POST', '/meets/guests', { json: { link, name: 'Jane' } });
    const { token } = (await come()).body.data;
    await depart(service, { binderId, owner, admin, person });
    expectRefusal(await come(), 404, 'link');
    await assert.rejects(admitGuest(service.env, token), { status: 401 }, what);
    assert.deepEqual((await call('GET', links, undefined, owner.token)).body.data.links, [], what);
  }
});

test('[MEET-40] a session key leads guests into the lobby, unless the org of the meet lets guests in by links alone', async () => {
  const key = await begin({ name: 'By its key' });
  const come = (link: string) => service.call('POST', '/meets/guests', { json: { link, name: 'Jane' } });
  const welcome = await come(key);
  assert.equal(welcome.body.data.session_key, key);
  const { token } = welcome.body.data;
  assert.equal((await admitGuest(service.env, token)).meet.session_key, key);
  expectRefusal(await call('GET', `/meets/${key}`, undefined, token), 401);
  expectRefusal(await call('GET', `/meets/${key}`, undefined, cast.otherPartner.token), 403);
  const { id } = (await call('POST', `/meets/${key}/links`, {})).body.data;
  for (const wrong of [`M${id}`, `M${'x'.repeat(22)}`, key.slice(1), `${key}x`, key.toLowerCase()])
    expectRefusal(await come(wrong), 404, 'link');

  const admin = await adminOf(service, cast.owner);
  const set = (guests_by_session_key: unknown) =>
    call('POST', `/orgs/${cast.owner.orgId}`, { guests_by_session_key }, admin.token);
  expectRefusal(await set('no'), 400, 'guests_by_session_key');
  assert.equal((await set(false)).body.data.guests_by_session_key, false);
  assert.match((await come(key)).body.message, /only by a guest link/);
  expectRefusal(await come(key), 403);
  await assert.rejects(admitGuest(service.env, token), { status: 403 });
  const { url } = (await call('POST', `/meets/${key}/links`, {})).body.data;
  assert.equal((await come(new URL(url).hash.slice(1))).status, 200);
  assert.equal((await set(true)).body.data.guests_by_session_key, true);
  assert.equal((await come(key)).status, 200);
  await call('POST', `/meets/${key}/end`);
  expectRefusal(await come(key), 412);
});
