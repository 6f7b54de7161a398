import type { SenderRights } from '../../access/index.ts';
import { AdmissionRefused } from './admission-refused.ts';
import type { Lobby } from './lobby.ts';
import type { Member, MemberConnection, Visitor } from './member.ts';
import { type ParticipantHandle, RESUME_WINDOW_MS, type RoomFrame } from './room-interface.ts';

/** Does nothing after the member has reconnected. */
export function memberHandle(
  member: Member,
  connection: MemberConnection,
  room: {
    members: ReadonlyMap<string, Member>;
    receive(member: Member, frame: RoomFrame): void;
    setRights(member: Member, rights: SenderRights): void;
    remove(member: Member, reason: 'left' | 'lost'): void;
  },
): ParticipantHandle {
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
      member.lostTimer = setTimeout(() => room.remove(member, 'lost'), RESUME_WINDOW_MS).unref();
    },
  };
}

/** The guest is first in the lobby, and after admission in the meet. Throws `AdmissionRefused` if the lobby is full. */
export function lobbyHandle(
  lobby: Lobby,
  guest: Extract<Visitor, { kind: 'guest' }>,
  connection: MemberConnection,
  { letIn, onLobbyChange }: { letIn(): ParticipantHandle; onLobbyChange(): void },
): ParticipantHandle {
  let inside: ParticipantHandle | undefined;
  const leave = lobby.wait(guest, connection, () => {
    try {
      inside = letIn();
    } catch (error) {
      connection.end(error instanceof AdmissionRefused ? error.reason : 'denied', (error as Error).message);
    }
  });
  const goAway = () => {
    leave();
    onLobbyChange();
  };
  return {
    receive(frame, proved) {
      if (inside) inside.receive(frame, proved);
      else if (frame.type === 'leave') goAway();
    },
    setRights: (rights) => inside?.setRights(rights),
    end: () => (inside ? inside.end() : goAway()),
    lost: () => (inside ? inside.lost() : goAway()),
  };
}
