import type { ClipContext } from '../clip/context.ts';
import type { EmbedSession } from './session.ts';

/** What Clip works with in a page of somebody else: that page hears what it tells. */
export function clipContext(
  session: EmbedSession,
  parts: Pick<ClipContext, 'channel' | 'me' | 'binderId'>,
  close: () => void,
): ClipContext {
  const { boot, client } = session;
  return {
    ...parts,
    client,
    sessionId: session.id,
    pageLink: (binderId, page) => `${location.origin}${boot.root}/b/${binderId}/pages/${page}`,
    tell: (name, detail) => session.emit(name, { ...detail }),
    close,
  };
}
