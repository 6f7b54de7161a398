import type { SenderRights } from '../../access/index.ts';
import type { Member, MemberConnection } from './member.ts';
import { LOST_MS, type RoomFrame, type Seat } from './room-interface.ts';

/** The place of a device in a room, for as long as this connection is the device's. */
export function memberSeat(
  member: Member,
  connection: MemberConnection,
  room: {
    members: ReadonlyMap<string, Member>;
    receive(member: Member, frame: RoomFrame): void;
    setRights(member: Member, rights: SenderRights): void;
    remove(member: Member, reason: 'left' | 'lost'): void;
  },
): Seat {
  let isLost = false;
  const isHere = () => member.connection === connection && room.members.has(member.id);
  return {
    receive(frame, proved) {
      if (!isHere()) return;
      if (proved) room.setRights(member, proved);
      room.receive(member, frame);
    },
    setRights(rights) {
      if (isHere()) room.setRights(member, rights);
    },
    end() {
      if (isHere() || (isLost && member.connection === undefined)) room.remove(member, 'left');
    },
    lost() {
      if (member.connection !== connection) return;
      isLost = true;
      member.connection = undefined;
      member.lost = setTimeout(() => room.remove(member, 'lost'), LOST_MS).unref();
    },
  };
}
