import type { MeetRole, MeetServerFrame } from '@ringbinder/protocol';
import type { BinderRole, MemberRole, SenderRights } from '../../access/index.ts';
import { isHost } from '../meets/index.ts';
import type { Member, Visitor } from './member.ts';
import { createRoomCheck } from './room-check.ts';

const RANK: Record<BinderRole, number> = { viewer: 1, editor: 2, owner: 3 };

export interface RoomRoles {
  roleOf(visitor: Visitor, rights: SenderRights): MeetRole;
  makeHost(userId: string): void;
  setRights(member: Member, rights: SenderRights): void;
  check(): void;
}

export function createRoomRoles(parts: {
  members: ReadonlyMap<string, Member>;
  hostId: string;
  findRoles(userIds: readonly string[]): Promise<ReadonlyMap<string, MemberRole>>;
  rolesFailed(message: string): void;
  remove(member: Member, reason: 'removed'): void;
  announce(member: Member): void;
  clearKnock(): void;
  waiting(): Extract<MeetServerFrame, { type: 'waiting' }>['guests'];
}): RoomRoles {
  const { members } = parts;
  const namedHosts = new Map<string, BinderRole>();

  function roleOf(visitor: Visitor, { role, mayWrite }: SenderRights): MeetRole {
    if (visitor.kind === 'guest' || role === 'guest') return 'guest';
    if (role === undefined || !mayWrite) return 'member';
    const { userId } = visitor;
    return namedHosts.has(userId) || isHost({ host_id: parts.hostId }, { role }, { userId })
      ? 'host'
      : 'member';
  }

  function assign(member: Member): void {
    const role = roleOf(member.visitor, member.rights);
    if (role === member.role) return;
    member.role = role;
    parts.announce(member);
    const guests = role === 'host' ? parts.waiting() : [];
    member.connection?.send({ type: 'waiting', guests });
    if (role === 'host') parts.clearKnock();
  }

  function devicesOf(userId: string): Member[] {
    return [...members.values()].filter(({ visitor: v }) => v.kind === 'person' && v.userId === userId);
  }

  function setRole(userId: string, role: BinderRole): void {
    const before = namedHosts.get(userId);
    if (before && RANK[role] < RANK[before]) namedHosts.delete(userId);
    for (const device of devicesOf(userId)) {
      device.rights = { ...device.rights, role };
      assign(device);
    }
  }

  function removeUser(userId: string, isDisabled: boolean): void {
    namedHosts.delete(userId);
    for (const device of devicesOf(userId)) {
      const { connection } = device;
      parts.remove(device, 'removed');
      if (isDisabled) connection?.signOut();
      else connection?.end('removed', 'only members of the binder may be in the meet');
    }
  }

  async function readRoles(): Promise<void> {
    const persons = new Set<string>();
    for (const { visitor } of members.values()) if (visitor.kind === 'person') persons.add(visitor.userId);
    for (const userId of namedHosts.keys()) persons.add(userId);
    if (persons.size === 0) return;
    const roles = await parts.findRoles([...persons]);
    for (const userId of persons) {
      const { role, isDisabled } = roles.get(userId) ?? { role: undefined, isDisabled: false };
      if (role === undefined || isDisabled) removeUser(userId, isDisabled);
      else setRole(userId, role);
    }
  }

  return {
    roleOf,
    makeHost(userId) {
      const [device] = devicesOf(userId);
      const { role } = device?.rights ?? {};
      if (role === undefined || role === 'guest') return;
      namedHosts.set(userId, role);
      for (const each of devicesOf(userId)) assign(each);
    },
    setRights(member, rights) {
      member.rights = rights;
      const { visitor } = member;
      if (visitor.kind === 'person' && rights.role !== undefined && rights.role !== 'guest')
        setRole(visitor.userId, rights.role);
      assign(member);
    },
    check: createRoomCheck(readRoles, parts.rolesFailed),
  };
}
