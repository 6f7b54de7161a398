import type { MediaSource } from '@ringbinder/protocol';
import type { LivekitApi, LivekitParticipant } from './server-api.ts';
import { LivekitError } from './server-api.ts';
import { permissionOf, sourceOf } from './tokens.ts';

export interface RoomMember {
  stopped: Set<MediaSource>;
  tracks: Map<MediaSource, string>;
}

export interface RoomListener {
  published(participant: string, source: MediaSource, trackSid: string): void;
  unpublished(participant: string, source: MediaSource): void;
}

/** LiveKit forgets rooms and participants when it restarts. */
export const isGone = (error: unknown): boolean =>
  error instanceof LivekitError && error.code === 'not_found';

export async function reconcileRoom(
  api: LivekitApi,
  room: string,
  members: ReadonlyMap<string, RoomMember>,
  listener: RoomListener,
): Promise<void> {
  const participants = await api.listParticipants(room).catch((error) => {
    if (isGone(error)) return [];
    throw error;
  });
  const people = participants.filter(({ kind }) => kind === undefined || kind === 'STANDARD');
  for (const person of people) {
    const member = members.get(person.identity);
    if (member === undefined) await api.removeParticipant(room, person.identity).catch(ignoreNotFound);
    else await heed(api, room, person, member, listener);
  }
  const present = new Set(people.map(({ identity }) => identity));
  for (const [id, member] of members) if (!present.has(id)) compare(id, member, new Map(), listener);
}

async function heed(
  api: LivekitApi,
  room: string,
  { identity, permission, tracks = [] }: LivekitParticipant,
  member: RoomMember,
  listener: RoomListener,
): Promise<void> {
  const { canPublish, sources } = permissionOf(member.stopped);
  const allowed = new Set(permission?.can_publish_sources?.map((source) => source.toLowerCase()));
  const isAsWanted =
    (permission?.can_publish ?? false) === canPublish &&
    allowed.size === sources.length &&
    sources.every((source) => allowed.has(source));
  if (!isAsWanted) await api.allow(room, identity, canPublish, sources).catch(ignoreNotFound);
  const seen = tracks.flatMap(({ source: name, sid }) => {
    const source = sourceOf(name);
    return source === undefined || member.stopped.has(source) ? [] : [[source, sid] as const];
  });
  compare(identity, member, new Map(seen), listener);
}

function compare(
  id: string,
  { tracks, stopped }: RoomMember,
  seen: ReadonlyMap<MediaSource, string>,
  listener: RoomListener,
): void {
  for (const source of [...tracks.keys()]) {
    // Keep muted sources, although LiveKit has removed their tracks.
    if (seen.has(source) || stopped.has(source)) continue;
    tracks.delete(source);
    listener.unpublished(id, source);
  }
  for (const [source, sid] of seen) {
    if (tracks.get(source) === sid) continue;
    tracks.set(source, sid);
    listener.published(id, source, sid);
  }
}

export function ignoreNotFound(error: unknown): void {
  if (!isGone(error)) throw error;
}
