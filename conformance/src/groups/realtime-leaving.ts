import assert from 'node:assert/strict';
import { closedWith } from '../channel.ts';
import { checks, timed } from '../check.ts';
import { done, pluck, status } from '../expect.ts';
import { channelsOf, seqsOf, until } from './realtime-fixture.ts';

const test = checks('realtime');

test(
  '[RT-9] [RT-4] who is removed is told in 2 seconds, hears nothing that came after, and goes on when added again',
  timed(async (t) => {
    const { following: follow } = channelsOf(t);
    const fixture = await t.binder();
    const [{ channel, at }, other] = [await follow(t.viewer, fixture), await follow(t.editor, fixture)];
    done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
    const removedAt = await fixture.seq();
    await fixture.say('unheard');
    const frame = await channel.next('unsubscribed', undefined, 2);
    assert.deepEqual([frame.binder_id, frame.code], [fixture.id, 'RESPONSE_ERROR_PERMISSION']);
    await until(other.channel, removedAt + 1);
    await channel.settled();
    assert.ok(!JSON.stringify(channel.frames).includes('unheard'), 'nothing that came after');
    channel.send({ type: 'subscribe', id: 2, binder_id: fixture.id });
    assert.equal((await channel.next('refused')).code, 'RESPONSE_ERROR_PERMISSION');
    done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user: { id: t.viewer.id } }] }));
    await fixture.say('welcome back');
    channel.send({ type: 'subscribe', id: 5, binder_id: fixture.id, position: at });
    const { entries } = await channel.next('entries', ({ id }) => id === 5);
    const kinds = ['member_removed', 'message_posted', 'member_added', 'message_posted'];
    assert.deepEqual(pluck(entries, 'kind'), kinds);
    done(await t.owner.delete(fixture.path));
    assert.equal((await other.channel.next('unsubscribed')).code, 'RESPONSE_ERROR_NOT_FOUND');
  }),
);

test(
  '[RT-11] a token that ends is told in 2 seconds, and another one goes on where it stopped',
  timed(async (t) => {
    const { as } = channelsOf(t);
    const fixture = await t.binder();
    const person = t.viewer;
    const token = await t.people.freshToken(person);
    const channel = await as(person, token);
    channel.send({ type: 'subscribe', id: 1, binder_id: fixture.id });
    const { position: at } = await channel.next('snapshot');
    status(await t.nobody.send('POST', '/oauth/revoke', { form: { access_token: token } }), 200);
    const ended = await channel.next('invalid_token', undefined, 4);
    assert.ok(Number(ended.deadline) > Date.now() - 300_000, 'a deadline');
    await fixture.say('meanwhile');
    await channel.settled();
    assert.deepEqual(seqsOf(channel.frames), []);
    channel.send({ type: 'token', token: await t.people.freshToken(person) });
    await channel.next('welcome');
    await until(channel, at.seq + 1);
    assert.deepEqual(seqsOf(channel.frames), [at.seq + 1]);
    const mine = await as(person);
    mine.send({ type: 'token', token: t.editor.token });
    await closedWith(mine, 4401);
  }),
);
