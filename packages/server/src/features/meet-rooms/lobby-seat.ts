import type { Lobby } from './lobby.ts';
import type { MemberConnection, Visitor } from './member.ts';
import { NoPlace } from './no-place.ts';
import type { Seat } from './room-interface.ts';

/**
 * The place of a guest in the lobby, and in the meet once he is let in. Throws NoPlace.
 * @param parts `letIn` gives the place in the meet, `changed` is called when he goes away without it
 */
export function lobbySeat(
  lobby: Lobby,
  guest: Extract<Visitor, { kind: 'guest' }>,
  connection: MemberConnection,
  { letIn, changed }: { letIn(): Seat; changed(): void },
): Seat {
  let inside: Seat | undefined;
  const leave = lobby.wait(guest, connection, () => {
    try {
      inside = letIn();
    } catch (error) {
      connection.end(error instanceof NoPlace ? error.reason : 'denied', (error as Error).message);
    }
  });
  const goAway = () => {
    leave();
    changed();
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
