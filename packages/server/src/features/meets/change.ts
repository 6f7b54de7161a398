import { isDeepStrictEqual } from 'node:util';
import { orNotFound } from '../../access/index.ts';
import { because, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import { type MeetPlan, moveMeet, updatePlan } from './change-queries.ts';
import { requeueMails } from './invitation-queries.ts';
import { findMeet } from './queries.ts';
import { checkRepeat } from './repeat.ts';
import {
  changeMeet,
  logWithFeed,
  type MeetCall,
  type MeetInput,
  type NamedMeet,
  textOfEnd,
} from './service.ts';
import { checkTimes } from './times.ts';

type MeetChanges = { [K in keyof MeetInput]: MeetInput[K] | undefined };

export function updateMeet(call: MeetCall, input: MeetChanges): Promise<NamedMeet> {
  if (Object.values(input).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  return changeMeet(call, async (meet, change) => {
    const { tx, at, log } = change;
    if (meet.state === 'SESSION_ENDED') throw preconditionFailed(because('meet_over'));
    const isMoved = input.startsAt !== undefined || input.endsAt !== undefined;
    if (isMoved && meet.state === 'SESSION_STARTED') throw preconditionFailed(because('meet_times_fixed'));
    const { name, starts_at, ends_at, ...plan } = planOf(meet, input);
    if (isMoved && ends_at !== null) checkTimes(starts_at, ends_at, at);
    await updatePlan(tx, meet, { name, starts_at, ends_at, ...plan }, at);
    if (isMoved || !isDeepStrictEqual(plan.repeat, meet.repeat)) await requeueMails(tx, meet, at);
    const body = { id: meet.id, session_key: meet.session_key, name, start_time: starts_at };
    await log([{ kind: 'meet_updated', body: ends_at === null ? body : { ...body, end_time: ends_at } }]);
    return orNotFound(await findMeet(tx, meet.session_key), 'meet', meet.session_key);
  });
}

function planOf(meet: NamedMeet, input: MeetChanges): MeetPlan {
  const starts_at = input.startsAt ?? meet.starts_at;
  const ends_at = input.endsAt ?? (meet.ends_at === null ? null : starts_at + meet.ends_at - meet.starts_at);
  return {
    name: input.name ?? meet.name,
    agenda: input.agenda ?? meet.agenda,
    starts_at,
    ends_at,
    auto_recording: input.autoRecording ?? meet.auto_recording,
    sends_mail: input.sendsMail ?? meet.sends_mail,
    ...seriesOf(meet, input, starts_at),
  };
}

function seriesOf(
  { repeat: current, repeats_from, ...meet }: NamedMeet,
  { repeat = current }: MeetChanges,
  startsAt: number,
): Pick<MeetPlan, 'repeat' | 'repeats_from'> {
  if (repeat === null) return { repeat, repeats_from: null };
  const isSameRhythm = current?.frequency === repeat.frequency && current.timezone === repeat.timezone;
  if (!isSameRhythm || current.until !== repeat.until) {
    if (meet.ends_at === null) throw preconditionFailed(because('meet_times_fixed'));
    checkRepeat(repeat, startsAt);
  }
  const continues = isSameRhythm && startsAt === meet.starts_at;
  return { repeat, repeats_from: continues ? repeats_from : startsAt };
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
    const { userId } = call.actor;
    const line = await textOfEnd(change.tx, meet, userId, change.at);
    await logWithFeed(change, userId, meet, { kind: 'meet_ended', body }, line);
  });
}
