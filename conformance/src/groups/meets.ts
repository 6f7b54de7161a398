import { group } from '../check.ts';
import { data, done, holds, refused, same } from '../expect.ts';
import { feedLines, guest, guestLink, meet, meetStatus, noRecordings } from '../meet-resources.ts';
import { feed, listing } from '../resources.ts';

const HOUR_MS = 3_600_000;
const iso = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

export const meets = group('meets', (check) => {
  check('MEET-1 MEET-3 MEET-8 HTTP-35', 'a meet is scheduled, changed, listed and cancelled', async (t) => {
    const fixture = await t.binder();
    const wanted = { name: 'Prüfen 📋', agenda: 'Alles', starts: iso(1), ends: iso(2), auto_recording: true };
    const answer = await t.editor.post('/meets/schedule', { ...wanted, binder_id: fixture.id });
    const made = data(answer, meet);
    const { name, agenda, starts, ends, auto_recording } = made;
    same({ name, agenda, starts, ends, auto_recording }, wanted, 'the meet', answer);
    same(
      [made.schedule_binder_id, made.status, made.start_time],
      [fixture.id, 'SESSION_SCHEDULED', Date.parse(wanted.starts)],
      'where and when',
      answer,
    );
    const path = `/meets/${made.session_key}`;
    same(data(await t.viewer.get(path), meet), made, 'the meet as it is read');
    const later = Date.parse(wanted.starts) + HOUR_MS;
    const moved = data(await t.editor.post(path, { start_time: later }), meet);
    const length = Date.parse(wanted.ends) - Date.parse(wanted.starts);
    same([moved.start_time, moved.end_time], [later, later + length], 'the times');
    for (const [field, value] of [
      ['name', ''],
      ['starts', 'tomorrow'],
      ['starts', '2030-01-01T10:00:00'],
      ['starts', '2030-02-29T10:00:00Z'],
      ['ends', '2030-04-30T24:00:00Z'],
      ['ends', wanted.starts],
    ] as const)
      refused(
        await t.editor.post('/meets/schedule', { ...wanted, binder_id: fixture.id, [field]: value }),
        400,
        field,
      );
    done(await t.editor.delete(path));
    refused(await t.editor.get(path), 404);
    same(
      data(await t.editor.get(`/meets/status/${made.session_key}`), meetStatus).status,
      'SESSION_DELETED',
      'status',
    );
  });

  check('MEET-2 MEET-5 MEET-15', 'a meet is started and ended, once, and told in the log', async (t) => {
    const fixture = await t.binder();
    const { session_key } = data(await t.editor.post(`${fixture.path}/meets`, { name: 'Now' }), meet);
    const status = async () => data(await t.viewer.get(`/meets/status/${session_key}`), meetStatus).status;
    same(await status(), 'SESSION_STARTED', 'status');
    refused(await t.editor.delete(`/meets/${session_key}`), 412);
    done(await t.editor.post(`/meets/${session_key}/end`, {}));
    refused(await t.editor.post(`/meets/${session_key}/end`, {}), 412);
    same(await status(), 'SESSION_ENDED', 'status');
    const { entries } = data(await t.viewer.get(`${fixture.path}/feed`), feed);
    const kinds = entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('meet_'));
    same(kinds, ['meet_started', 'meet_ended'], 'the log');
    const [told] = await fixture.messages('?limit=1');
    same(told?.reply_to, { meet: { session_key } }, 'reply_to of the message in the chat');
  });

  check('MSG-46', 'what the service writes of a meet says so, and is changed by nobody', async (t) => {
    const fixture = await t.binder();
    await t.editor.post(`${fixture.path}/meets`, { name: 'Now' });
    const answer = await t.viewer.get(`${fixture.path}/messages?limit=1`);
    const [line] = data(answer, feedLines).messages;
    const path = `${fixture.path}/messages/${line?.id}`;
    for (const caller of [t.owner, t.editor]) {
      refused(await caller.post(path, { message: { text: 'x' } }), 403);
      refused(await caller.delete(path), 403);
    }
  });

  check('MEET-7 MEET-16', 'meets of a person and of a binder are listed', async (t) => {
    const fixture = await t.binder();
    const times = { starts: iso(30), ends: iso(31) };
    const json = { name: 'Listed', binder_id: fixture.id, ...times };
    const { session_key } = data(await t.owner.post('/meets/schedule', json), meet);
    const keys = async (path: string) =>
      data(await t.viewer.get(path), listing('meets', meet)).meets.map((each) => each.session_key);
    same(await keys(`${fixture.path}/meets`), [session_key], 'the meets of the binder');
    const query = (hours: number) => `/me/meets?days=1&starts=${encodeURIComponent(iso(hours))}`;
    holds((await keys(query(20))).includes(session_key), 'the meet', 'not listed');
    holds(!(await keys(query(40))).includes(session_key), 'no meet of another day', 'listed');
    refused(await t.viewer.get('/me/meets?days=31'), 400, 'days');
  });

  check('MEET-13', 'who may not write schedules no meet, who does not lead it changes none', async (t) => {
    const fixture = await t.binder();
    const json = { name: 'x', starts: iso(1), ends: iso(2), binder_id: fixture.id };
    refused(await t.viewer.post('/meets/schedule', json), 403);
    refused(await t.viewer.post(`${fixture.path}/meets`, {}), 403);
    const { session_key } = data(await t.owner.post('/meets/schedule', json), meet);
    refused(await t.editor.post(`/meets/${session_key}`, { name: 'y' }), 403);
    refused(await t.editor.delete(`/meets/${session_key}`), 403);
  });

  check('MEET-4 MEET-6 MEET-17', 'people are invited, and have the meet in their calendars', async (t) => {
    const fixture = await t.binder();
    const json = { name: 'One, two', starts: iso(1), ends: iso(2), binder_id: fixture.id };
    const { session_key } = data(await t.owner.post('/meets/schedule', json), meet);
    const invite = (users: object[]) =>
      t.editor.post('/meets/inviteuser', { session_key, users, email_off: true });
    done(await invite([{ user: { id: t.viewer.id } }, { user: { id: t.colleague.id } }]));
    same(data(await t.colleague.get(`/meets/${session_key}`), meet).name, 'One, two', 'the meet');
    refused(await invite([{ user: { unique_id: 'nobody-at-all' } }]), 404, 'users[0].user');
    refused(await invite([]), 400, 'users');
    const { bytes } = await t.viewer.get(`/meets/${session_key}/ics`);
    const text = bytes.toString();
    holds(text.includes('\r\nSUMMARY:One\\, two\r\n'), 'the escaped name in a calendar', text);
    for (const named of [session_key, fixture.id])
      same(data(await t.viewer.get(`/meets/recordings/${named}`), noRecordings).count, 0, 'count');
  });

  check('MEET-14', 'a guest comes by a link until it is revoked', async (t) => {
    const fixture = await t.binder();
    const { session_key } = data(await t.owner.post(`${fixture.path}/meets`, {}), meet);
    const links = `/meets/${session_key}/links`;
    const { id, url } = data(await t.owner.post(links, {}), guestLink);
    const link = new URL(url).hash.slice(1);
    const come = () => t.nobody.post('/meets/guests', { link, name: 'Jane' });
    same(data(await come(), guest).session_key, session_key, 'the meet of the guest');
    refused(await t.editor.post(links, {}), 403);
    done(await t.owner.delete(`${links}/${id}`));
    refused(await come(), 404, 'link');
  });
});
