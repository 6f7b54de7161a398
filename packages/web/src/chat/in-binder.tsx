import type { BinderContext } from '../binder/context.ts';
import { Chat } from './index.tsx';
import { openMemberLines } from './member-lines.tsx';

export function BinderChat({ binder }: { binder: BinderContext }) {
  return <Chat binder={binder} openExtraRows={openMemberLines} />;
}
