import type { Meet } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import type { MeetRow } from './queries.ts';

export function presentMeet(env: Pick<Environment, 'baseUrl' | 'basePath'>, row: MeetRow): Meet {
  return {
    id: row.id,
    session_key: row.session_key,
    schedule_binder_id: row.binder_id,
    name: row.name,
    agenda: row.agenda,
    status: row.state,
    host: { id: row.host_id, name: row.host_name },
    auto_recording: row.auto_recording,
    starts: isoTime(row.starts_at),
    start_time: row.starts_at,
    ...(row.ends_at === null ? {} : { ends: isoTime(row.ends_at), end_time: row.ends_at }),
    ...(row.repeat === null ? {} : { repeat: row.repeat }),
    ...(row.started_at === null ? {} : { started_time: isoTime(row.started_at) }),
    ...(row.ended_at === null ? {} : { ended_time: isoTime(row.ended_at) }),
    ...(row.participants === null ? {} : { participants: row.participants }),
    ...(row.replies === null ? {} : { replies: row.replies }),
    startmeet_url: meetUrl(env, row),
    revision: row.revision,
    created_time: isoTime(row.created_at),
    updated_time: isoTime(row.updated_at),
  };
}

export function presentNamedMeet(
  env: Environment,
  row: MeetRow & { binder_name: string },
): Meet & { binder_name: string } {
  return { ...presentMeet(env, row), binder_name: row.binder_name };
}

/** The meets of a series share a calendar entry. Its link leads to the binder's meets, because each has its own. */
export function joinUrl(
  env: Pick<Environment, 'baseUrl' | 'basePath'>,
  meet: Pick<MeetRow, 'binder_id' | 'session_key' | 'repeat'>,
): string {
  return meet.repeat ? `${pageOrigin(env)}/b/${meet.binder_id}/meets` : meetUrl(env, meet);
}

export function answerUrl(
  env: Pick<Environment, 'baseUrl' | 'basePath'>,
  { binder_id, session_key }: Pick<MeetRow, 'binder_id' | 'session_key'>,
): string {
  return `${pageOrigin(env)}/b/${binder_id}/meets?answer=${session_key}`;
}

export function meetUrl(
  env: Pick<Environment, 'baseUrl' | 'basePath'>,
  { binder_id, session_key }: Pick<MeetRow, 'binder_id' | 'session_key'>,
): string {
  return `${pageOrigin(env)}/b/${binder_id}/meet/${session_key}`;
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
