import type { TestService } from '@ringbinder/testkit';
import type { Recorder } from './recorder.ts';

const HOUR_MS = 60 * 60 * 1000;

export async function meet(
  service: TestService,
  { call }: Pick<Recorder, 'call'>,
  { token, binder_id, ben }: { token: string; binder_id: string; ben: { id: string; token: string } },
): Promise<void> {
  const iso = (hours: number) => new Date(service.clock.now() + hours * HOUR_MS).toISOString();
  const { session_key } = await call('scheduleMeet', {
    token,
    json: {
      name: 'Signing',
      agenda: 'Questions, then signatures',
      starts: iso(24),
      ends: iso(25),
      auto_recording: true,
      repeat: { frequency: 'weekly', timezone: 'Europe/London' },
      binder_id,
    },
  });
  const meet = { token, path: { session_key } };
  await call('getMeet', meet);
  await call('updateMeet', { ...meet, json: { name: 'Signing the contract', repeat: null } });
  await call('getMeetStatus', meet);
  await call('listMeetsOfUser', { token, path: { user_id: 'me' }, query: { days: 7 } });
  const invited = [{ user: { unique_id: 'customer-4711' } }];
  await call('inviteToMeet', {
    token,
    json: { session_key, users: invited, message: 'Please bring your questions.' },
  });
  await call('getMeetCalendar', meet);
  const { id, url } = await call('createMeetLink', { ...meet, json: { expires_in: 172_800 } });
  await call('listMeetLinks', meet);
  const link = new URL(url).hash.slice(1);
  await call('welcomeGuest', { json: { link, name: 'Jane Okafor' } });
  await call('revokeMeetLink', { token, path: { session_key, link_id: id } });
  await call('replyToMeet', { token: ben.token, path: { session_key }, json: { reply: 'accepted' } });
  await call('listMeetInvitations', meet);
  await call('cancelMeet', meet);
  const begun = await call('startMeet', { token, path: { binder_id }, json: { name: 'A quick question' } });
  await call('listMeets', { token, path: { binder_id } });
  await call('listMeetRecordings', { token, path: { session_key: begun.session_key } });
  await call('ringMeetMember', {
    token,
    path: { session_key: begun.session_key },
    json: { user_id: ben.id },
  });
  await call('declineMeet', { token: ben.token, path: { session_key: begun.session_key } });
  await call('endMeet', { token, path: { session_key: begun.session_key } });
}
