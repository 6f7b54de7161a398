import assert from 'node:assert/strict';
import type { BinderCard } from '@ringbinder/protocol';
import { checks } from '../check.ts';
import { done, status } from '../expect.ts';
import { channelsOf } from './realtime-fixture.ts';

const test = checks('realtime');

test('[RT-12] all binders of the caller, and what happens to them', async (t) => {
  const { listing } = channelsOf(t);
  const fixture = await t.binder();
  const { channel, cards } = await listing(t.viewer);
  const currentCard = cards.find(({ binder }) => binder.id === fixture.id);
  assert.deepEqual(currentCard?.position.seq, await fixture.seq());
  const next = async (isMeant: (card: BinderCard) => boolean) => {
    const isNext = ({ card }: { card: BinderCard }) => card.binder.id === fixture.id && isMeant(card);
    return (await channel.next('binder_changed', isNext)).card;
  };
  const json = { message: { text: 'you', mentions: [t.viewer.id] } };
  status(await t.owner.post(`${fixture.path}/messages`, json), 200);
  const card = await next(({ unread }) => unread === 1);
  assert.equal(card.mentions, 1);
  status(await t.viewer.post(`${fixture.path}/readmark`, {}), 200);
  await next(({ unread, mentions }) => unread === 0 && mentions === 0);
  done(await t.owner.post(fixture.path, { name: 'Another name' }));
  await next(({ binder }) => binder.name === 'Another name');
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  await channel.next('binder_removed', ({ binder_id }) => binder_id === fixture.id);
});

test('[RT-21] who follows the list of binders hears who is there and who types', async (t) => {
  const { listing, following } = channelsOf(t);
  const fixture = await t.binder();
  const [viewer, outsider] = [await listing(t.viewer), await listing(t.sameOrg)];
  const { channel } = await following(t.owner, fixture);
  const hears = (text: string) =>
    viewer.channel.next('ephemeral', ({ kind, binder_id }) => kind === text && binder_id === fixture.id);
  const there = await hears('presence');
  assert.deepEqual([there.user.id, there.data], [t.owner.id, { state: 'online' }]);
  const publish = (kind: string, data: object) =>
    channel.send({ type: 'publish', binder_id: fixture.id, kind, data });
  publish('pointer', { points: [1, 2] });
  for (const is_over of [false, true]) {
    publish('typing', { is_over });
    assert.deepEqual((await hears('typing')).data, { is_over });
  }
  const editor = await following(t.editor, fixture);
  await hears('presence');
  editor.channel.close();
  assert.deepEqual((await hears('presence')).data, { state: 'offline' });
  for (const each of [viewer, outsider]) await each.channel.settled();
  const framesOf = ({ channel }: typeof viewer) =>
    channel.frames.filter((frame) => frame.type === 'ephemeral' && frame.binder_id === fixture.id);
  assert.ok(!framesOf(viewer).some((frame) => 'kind' in frame && frame.kind === 'pointer'), 'no pointer');
  const received = framesOf(outsider);
  assert.deepEqual(received, []);
});

test('[BINDER-19] favourites and muting are the member’s own, and told at once', async (t) => {
  const { listing } = channelsOf(t);
  const fixture = await t.binder();
  const before = await fixture.seq();
  const { channel } = await listing(t.viewer);
  const set = (json: object) => t.viewer.post(`/me/binders/${fixture.id}`, json);
  const answer = await set({ is_favourite: true });
  assert.deepEqual(answer.json, {
    code: 'RESPONSE_SUCCESS',
    data: { is_favourite: true, is_muted: false, is_archived: false },
  });
  await channel.next(
    'binder_changed',
    ({ card }) => (card as { is_favourite?: boolean }).is_favourite === true,
  );
  status(await set({}), 400);
  status(await t.sameOrg.post(`/me/binders/${fixture.id}`, { is_muted: true }), 403);
  const listOf = async (person: typeof t.viewer) => {
    const { json } = await person.get('/me/binders');
    const { binders } = (json as { data: { binders: { is_favourite: boolean; binder: { id: string } }[] } })
      .data;
    return binders.find(({ binder }) => binder.id === fixture.id)?.is_favourite;
  };
  assert.deepEqual([await listOf(t.viewer), await listOf(t.owner)], [true, false]);
  assert.deepEqual(await fixture.seq(), before);
});
