import type { Lobby } from './lobby.ts';
import type { Member, MemberConnection } from './member.ts';
import { createRoomCheck } from './room-check.ts';

const REVOKED = 'the link that you joined with was revoked';

export interface GuestLinks {
  check(): void;
}

export function createGuestLinks(parts: {
  members: ReadonlyMap<string, Member>;
  lobby: Lobby;
  remove(member: Member, reason: 'removed'): void;
  notifyHosts(): void;
  findRevokedLinks(linkIds: readonly string[]): Promise<readonly string[]>;
  linksFailed(message: string): void;
}): GuestLinks {
  const { members, lobby } = parts;

  function linksInUse(): string[] {
    const links = new Set(lobby.links());
    for (const { visitor } of members.values()) if (visitor.kind === 'guest') links.add(visitor.linkId);
    return [...links];
  }

  function disconnectGuests(revoked: ReadonlySet<string>): void {
    const finish = (connection: MemberConnection | undefined) => connection?.end('link_revoked', REVOKED);
    lobby.revoke(revoked, finish);
    parts.notifyHosts();
    for (const member of [...members.values()]) {
      const { visitor, connection } = member;
      if (visitor.kind !== 'guest' || !revoked.has(visitor.linkId)) continue;
      parts.remove(member, 'removed');
      finish(connection);
    }
  }

  async function check(): Promise<void> {
    const links = linksInUse();
    const revoked = links.length > 0 ? await parts.findRevokedLinks(links) : [];
    if (revoked.length > 0) disconnectGuests(new Set(revoked));
  }

  return { check: createRoomCheck(check, parts.linksFailed) };
}
