import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { checks } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS, REMINDED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';
import type { Notifications } from '../types.ts';

const test = checks('notifications');

async function notificationsOf(person: Person, binderId: string) {
  const { notifications } = data<Notifications>(await person.get('/me/notifications?limit=1000'));
  return notifications.filter(({ binder }) => binder.id === binderId);
}

const eventuallyTypes = async (person: Person, binderId: string, types: readonly string[]) => {
  const isExpected = (found: { type: string }[]) =>
    types.every((type) => found.some((each) => each.type === type));
  return eventually(INDEXED_WITHIN_SECONDS, () => notificationsOf(person, binderId), isExpected);
};

test('[NOTIFY-1] [NOTIFY-5] [NOTIFY-6] messages and mentions notify others until they are read', async (t) => {
  const fixture = await t.binder();
  const message = { text: 'See above', mentions: [t.editor.id] };
  const { binder_comment_id: mention } = data<{ binder_comment_id: number }>(
    await t.owner.post(`${fixture.path}/messages`, { message }),
  );
  await fixture.postText('More');
  const found = await eventuallyTypes(t.editor, fixture.id, ['messages', 'mention']);
  assert.equal(found.find(({ type }) => type === 'messages')?.message?.text, 'More');
  assert.deepEqual(await notificationsOf(t.owner, fixture.id), []);
  data(await t.editor.post(`${fixture.path}/readmark`, { message_id: mention }));
  const read = (await notificationsOf(t.editor, fixture.id)).find(({ type }) => type === 'mention');
  assert.equal(typeof read?.read_time, 'number');
  done(await t.editor.post('/me/notifications/read', { ids: [fixture.id] }));
  const left = await notificationsOf(t.editor, fixture.id);
  assert.ok(left.every(({ type }) => type !== 'messages'));
  refused(await t.editor.post('/me/notifications/read', { ids: ['x'] }), 400, 'ids[0]');
});

test('[NOTIFY-2] [NOTIFY-3] [NOTIFY-4] approvals, to-dos and meets notify whom they concern', async (t) => {
  const fixture = await t.binder();
  const { steps, path } = await fixture.workflow([stepFor(t.editor)]);
  await fixture.todo('Call back', { assignee_id: t.editor.id });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  data(
    await t.owner.post('/meets/schedule', {
      binder_id: fixture.id,
      name: 'Review',
      starts: at(30),
      ends: at(31),
    }),
  );
  await eventuallyTypes(t.editor, fixture.id, ['approval_waiting', 'todo_assigned', 'meet_scheduled']);
  done(await t.editor.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
  await eventuallyTypes(t.owner, fixture.id, ['approval_decided']);
});

test('[NOTIFY-33] a call that ended is missed by those who had not joined, and not by the caller', async (t) => {
  const opening = { user: { user_id: t.editor.id }, message: { text: 'Can we talk?' } };
  const { binder_id } = data<{ binder_id: string }>(await t.owner.post('/me/messages', opening));
  const { session_key } = data<{ session_key: string }>(
    await t.owner.post(`/${binder_id}/meets`, { name: 'Quick question' }),
  );
  done(await t.owner.post(`/meets/${session_key}/end`, {}));
  const found = await eventuallyTypes(t.editor, binder_id, ['meet_missed']);
  const missed = found.find(({ type }) => type === 'meet_missed');
  assert.deepEqual([missed?.user.id, missed?.read_time], [t.owner.id, undefined]);
  const own = await notificationsOf(t.owner, binder_id);
  assert.ok(own.every(({ type }) => type !== 'meet_missed'));
});

test('[NOTIFY-34] pages that somebody added notify the others, as one', async (t) => {
  const fixture = await t.binder();
  await fixture.upload('One', 'one.txt');
  await fixture.upload('Two', 'two.txt');
  const found = await eventuallyTypes(t.editor, fixture.id, ['page_shared']);
  assert.equal(found.filter(({ type }) => type === 'page_shared').length, 1);
  const own = await notificationsOf(t.owner, fixture.id);
  assert.ok(own.every(({ type }) => type !== 'page_shared'));
});

test('[NOTIFY-39] a comment on a page notifies who uploaded it, and not its author', async (t) => {
  const fixture = await t.binder();
  const { id } = await fixture.note();
  data(await t.editor.post(`${fixture.path}/pages/${id}/comments`, { text: 'Is this right?' }));
  const found = await eventuallyTypes(t.owner, fixture.id, ['page_commented']);
  const commented = found.find(({ type }) => type === 'page_commented');
  assert.deepEqual([commented?.user.id, commented?.comment?.text], [t.editor.id, 'Is this right?']);
  const own = await notificationsOf(t.editor, fixture.id);
  assert.ok(own.every(({ type }) => type !== 'page_commented'));
});

test('[NOTIFY-42] a member who becomes the owner is notified', async (t) => {
  const fixture = await t.binder();
  done(await t.owner.post(`${fixture.path}/users/${t.editor.id}`, { type: 'BOARD_OWNER' }));
  const found = await eventuallyTypes(t.editor, fixture.id, ['ownership']);
  assert.equal(found.find(({ type }) => type === 'ownership')?.user.id, t.owner.id);
  assert.deepEqual(await notificationsOf(t.owner, fixture.id), []);
});

test('[NOTIFY-40] a due reminder of a message notifies its person', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.postText('Call me back');
  data(await t.editor.post(`${fixture.path}/messages/${id}/save`, { remind_time: Date.now() + 500 }));
  const isDue = ({ type }: { type: string }) => type === 'message_due';
  const find = async () => (await notificationsOf(t.editor, fixture.id)).filter(isDue);
  const [due] = await eventually(REMINDED_WITHIN_SECONDS, find, ({ length }) => length > 0);
  assert.deepEqual([due?.message?.id, due?.user.id], [id, t.owner.id]);
});

test('[NOTIFY-8] settings are changed, and refused by the name of the field', async (t) => {
  const quiet_hours = { from: '20:00', to: '07:00' };
  data(await t.viewer.post('/me/notification_settings', { push: 'none', quiet_hours }));
  // Ignore `mail`, which another check changes.
  const stored = data<{ push: string; quiet_hours: object }>(await t.viewer.get('/me/notification_settings'));
  assert.deepEqual([stored.push, stored.quiet_hours], ['none', quiet_hours]);
  data(await t.viewer.post('/me/notification_settings', { push: 'at_once', quiet_hours: null }));
  refused(await t.viewer.post('/me/notification_settings', { push: 'often' }), 400, 'push');
});

test('[NOTIFY-20] mail is chosen, and refused by the name of the field', async (t) => {
  // Use another person, because the checks run concurrently.
  const chosen = data<{ mail: string; is_mail_available: boolean }>(
    await t.sameOrg.post('/me/notification_settings', { mail: 'daily' }),
  );
  assert.deepEqual([chosen.mail, typeof chosen.is_mail_available], ['daily', 'boolean']);
  data(await t.sameOrg.post('/me/notification_settings', { mail: 'none' }));
  refused(await t.sameOrg.post('/me/notification_settings', { mail: 'often' }), 400, 'mail');
});

test('[NOTIFY-9] [NOTIFY-15] a device is subscribed and removed, and a bad one is refused', async (t) => {
  const { key } = data<{ key: string }>(await t.editor.get('/push/key'));
  assert.equal(Buffer.from(key, 'base64url').length, 65);
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const device = { endpoint: `https://push.example.com/${randomUUID()}`, keys };
  const { id } = data<{ id: number }>(await t.editor.post('/me/push_subscriptions', device));
  refused(await t.viewer.delete(`/me/push_subscriptions/${id}`), 404);
  done(await t.editor.delete(`/me/push_subscriptions/${id}`));
  const bad = { ...device, keys: { ...keys, auth: keys.p256dh.slice(0, 20) } };
  refused(await t.editor.post('/me/push_subscriptions', bad), 400, 'keys.auth');
});
