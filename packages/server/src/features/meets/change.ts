import { orNotFound } from '../../access/index.ts';
import { because, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import { moveMeet, updatePlan } from './change-queries.ts';
import { requeueMails } from './invitation-queries.ts';
import { findMeet } from './queries.ts';
import { changeMeet, logWithFeed, type MeetCall, type MeetInput, type NamedMeet } from './service.ts';
import { checkTimes } from './times.ts';

export function updateMeet(
  call: MeetCall,
  input: { [K in keyof MeetInput]: MeetInput[K] | undefined },
): Promise<NamedMeet> {
  if (Object.values(input).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  return changeMeet(call, async (meet, change) => {
    const { tx, at, log } = change;
    if (meet.state === 'SESSION_ENDED') throw preconditionFailed(because('meet_over'));
    const isMoved = input.startsAt !== undefined || input.endsAt !== undefined;
    if (isMoved && meet.state === 'SESSION_STARTED') throw preconditionFailed(because('meet_times_fixed'));
    const startsAt = input.startsAt ?? meet.starts_at;
    const endsAt = input.endsAt ?? (meet.ends_at === null ? null : startsAt + meet.ends_at - meet.starts_at);
    if (isMoved && endsAt !== null) checkTimes(startsAt, endsAt, at);
    const name = input.name ?? meet.name;
    const plan = {
      name,
      agenda: input.agenda ?? meet.agenda,
      starts_at: startsAt,
      ends_at: endsAt,
      auto_recording: input.autoRecording ?? meet.auto_recording,
      sends_mail: input.sendsMail ?? meet.sends_mail,
    };
    await updatePlan(tx, meet, plan, at);
    if (isMoved) await requeueMails(tx, meet, at);
    const body = { id: meet.id, session_key: meet.session_key, name, start_time: startsAt };
    await log([{ kind: 'meet_updated', body: endsAt === null ? body : { ...body, end_time: endsAt } }]);
    return orNotFound(await findMeet(tx, meet.session_key), 'meet', meet.session_key);
  });
}

export function cancelMeet(call: MeetCall): Promise<void> {
  return changeMeet(call, async (meet, change) => {
    if (!(await moveMeet(change.tx, meet, 'cancel', change.at)))
      throw preconditionFailed(
        meet.state === 'SESSION_STARTED' ? because('meet_runs') : because('meet_over'),
      );
    await requeueMails(change.tx, meet, change.at);
    const body = { id: meet.id, session_key: meet.session_key, name: meet.name };
    await logWithFeed(change, call.actor.userId, meet, { kind: 'meet_cancelled', body });
  });
}

export function endMeetByHost(call: MeetCall, move: 'end' | 'abandon'): Promise<void> {
  return changeMeet(call, async (meet, change) => {
    if (!(await moveMeet(change.tx, meet, move, change.at))) {
      if (meet.state === 'SESSION_STARTED')
        throw preconditionFailed(withDetails(because('meet_runs'), 'the meet was scheduled or joined'));
      throw preconditionFailed(
        meet.state === 'SESSION_ENDED'
          ? withDetails(because('meet_over'), 'the meet is already over')
          : because('meet_not_begun'),
      );
    }
    const names = { id: meet.id, session_key: meet.session_key, name: meet.name };
    const body = { ...names, start_time: meet.started_at ?? meet.starts_at };
    await logWithFeed(change, call.actor.userId, meet, { kind: 'meet_ended', body });
  });
}
