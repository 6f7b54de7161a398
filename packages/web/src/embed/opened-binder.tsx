import type { BinderHome } from '../app/binder.ts';
import { SECTIONS } from '../app/sections.tsx';
import { BinderFrame } from './binder-frame.tsx';
import type { EmbedSession } from './session.ts';

export function OpenedBinder({
  session,
  home,
  binderId,
  back,
  meet,
}: {
  session: EmbedSession;
  home: BinderHome;
  binderId: string;
  back: string;
  meet?: string | undefined;
}) {
  const frame = {
    session,
    home,
    binderId,
    own: 'chat',
    section: SECTIONS.chat,
    started: 'start_chat',
  } as const;
  return <BinderFrame {...frame} isAlone={false} back={back} meet={meet} />;
}
