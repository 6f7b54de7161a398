import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { MediaSource, MeetRole, MeetServerFrame, Participant } from '@ringbinder/protocol';
import type { SenderRights } from '../../access/index.ts';
import { NoPlace } from './no-place.ts';

/** Who comes: a person of the binder, or a guest by a link. */
export type Visitor =
  | { kind: 'person'; userId: string; name: string }
  | { kind: 'guest'; guestId: string; name: string; linkId: string };

/** The connection of one who is in a meet, as the room sees it. */
export interface MemberConnection {
  send(frame: MeetServerFrame): void;
  /** Tells that it is over, and closes. */
  end(reason: Extract<MeetServerFrame, { type: 'ended' }>['reason'], message: string): void;
  /** Closes, for the client to come back at once. */
  drop(): void;
  /** Closes: whoever it is has to sign in again. */
  signOut(): void;
}

/** One device in a meet. It stays for a while when its connection is lost. */
export interface Member {
  readonly id: string;
  readonly visitor: Visitor;
  readonly resume: string;
  readonly joinedTime: number;
  /** What it may do in the binder, by its token and the role of its person. */
  rights: SenderRights;
  role: MeetRole;
  hasRemoteControl: boolean;
  connection: MemberConnection | undefined;
  lost: NodeJS.Timeout | undefined;
  published: Set<MediaSource>;
  muted: Set<MediaSource>;
  /** Of what is muted, what a host has muted: it may not be sent before he himself unmutes it. */
  stopped: Set<MediaSource>;
  hasHandRaised: boolean;
}

/** A device that comes in, with a secret of its own. @param now in milliseconds since 1970 */
export function newMember(
  who: Pick<Member, 'visitor' | 'rights' | 'role' | 'connection' | 'hasRemoteControl'>,
  now: number,
): Member {
  return {
    ...who,
    id: `P${randomBytes(9).toString('base64url')}`,
    resume: randomBytes(24).toString('base64url'),
    joinedTime: now,
    lost: undefined,
    published: new Set(),
    muted: new Set(),
    stopped: new Set(),
    hasHandRaised: false,
  };
}

export function presentMember(member: Member): Participant {
  const { id, visitor, role, published, muted, hasHandRaised, hasRemoteControl, joinedTime } = member;
  return {
    id,
    user_id: visitor.kind === 'person' ? visitor.userId : null,
    name: visitor.name,
    role,
    sources: [...published].map((source) => ({ source, is_muted: muted.has(source) })),
    has_hand_raised: hasHandRaised,
    has_remote_control: hasRemoteControl,
    joined_time: joinedTime,
  };
}

export function isSameVisitor(one: Visitor, other: Visitor): boolean {
  return one.kind === 'person'
    ? other.kind === 'person' && one.userId === other.userId
    : other.kind === 'guest' && one.guestId === other.guestId;
}

/** The place to which somebody comes back: a person by the secret of a device. A guest has one place, however many devices. */
export function findReturning(
  members: Iterable<Member>,
  visitor: Visitor,
  resume: string | undefined,
): Member | undefined {
  for (const member of members) {
    if (!isSameVisitor(member.visitor, visitor)) continue;
    if (visitor.kind === 'guest' || (resume !== undefined && isEqual(member.resume, resume))) return member;
  }
  return undefined;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Devices in one meet, and of one person in it. A guest has one. */
const MAX_MEMBERS = 200;
const MAX_DEVICES = 10;

/**
 * Throws NoPlace when there is no place for another device of a visitor. One of his that is lost makes place: it does not come
 * back any more, where there are so many.
 */
export function requirePlace(
  members: ReadonlyMap<string, Member>,
  visitor: Visitor,
  remove: (lost: Member) => void,
): void {
  if (members.size >= MAX_MEMBERS)
    throw new NoPlace('full', `the meet is full: ${MAX_MEMBERS} devices are in it`);
  const devices = [...members.values()].filter((each) => isSameVisitor(each.visitor, visitor));
  if (devices.length < MAX_DEVICES) return;
  const lost = devices.find(({ connection }) => connection === undefined);
  if (!lost) throw new NoPlace('full', `you are in the meet with ${MAX_DEVICES} devices already`);
  remove(lost);
}
