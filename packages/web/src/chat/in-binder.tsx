import type { BinderContext } from '../binder/context.ts';
import { Chat } from './index.tsx';
import { openMemberLines } from './member-lines.tsx';

/** Embedded chats and meets show no lines about members. */
export function BinderChat({ binder }: { binder: BinderContext }) {
  return <Chat binder={binder} openLines={openMemberLines} />;
}
