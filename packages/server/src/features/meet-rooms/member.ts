import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { MediaSource, MeetRole, MeetServerFrame, Participant } from '@ringbinder/protocol';
import type { SenderRights } from '../../access/index.ts';
import { AdmissionRefused } from './admission-refused.ts';

export type Visitor =
  | { kind: 'person'; userId: string; name: string }
  | { kind: 'guest'; guestId: string; name: string; linkId: string };

export interface MemberConnection {
  send(frame: MeetServerFrame): void;
  end(reason: Extract<MeetServerFrame, { type: 'ended' }>['reason'], message: string): void;
  /** The client then reconnects immediately. */
  drop(): void;
  signOut(): void;
}

export interface Member {
  readonly id: string;
  readonly visitor: Visitor;
  readonly resume: string;
  readonly joinedTime: number;
  rights: SenderRights;
  role: MeetRole;
  hasRemoteControl: boolean;
  connection: MemberConnection | undefined;
  lostTimer: NodeJS.Timeout | undefined;
  published: Set<MediaSource>;
  muted: Set<MediaSource>;
  /** Blocked until the member unmutes them. */
  mutedByHost: Set<MediaSource>;
  hasHandRaised: boolean;
}

export function newMember(
  who: Pick<Member, 'visitor' | 'rights' | 'role' | 'connection' | 'hasRemoteControl'>,
  now: number,
): Member {
  return {
    ...who,
    id: `P${randomBytes(9).toString('base64url')}`,
    resume: randomBytes(24).toString('base64url'),
    joinedTime: now,
    lostTimer: undefined,
    published: new Set(),
    muted: new Set(),
    mutedByHost: new Set(),
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

/** The devices of a person differ in their `resume` secrets. A guest has only one device. */
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

const MAX_MEMBERS = 200;
const MAX_DEVICES_PER_VISITOR = 10;

/**
 * At the limit of devices, removes a disconnected one. Throws `AdmissionRefused` if all are connected, or if the meet
 * is full.
 */
export function requireCapacity(
  members: ReadonlyMap<string, Member>,
  visitor: Visitor,
  remove: (lost: Member) => void,
): void {
  if (members.size >= MAX_MEMBERS)
    throw new AdmissionRefused('full', `the meet is full: ${MAX_MEMBERS} devices are in it`);
  const devices = [...members.values()].filter((each) => isSameVisitor(each.visitor, visitor));
  if (devices.length < MAX_DEVICES_PER_VISITOR) return;
  const lost = devices.find(({ connection }) => connection === undefined);
  if (!lost)
    throw new AdmissionRefused('full', `you are in the meet with ${MAX_DEVICES_PER_VISITOR} devices already`);
  remove(lost);
}
