import type { ClipContext } from '../clip/context.ts';
import type { EmbedSession } from './session.ts';

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
    emit: (name, detail) => session.emit(name, { ...detail }),
    close,
  };
}
