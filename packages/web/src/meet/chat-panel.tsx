import type { BinderContext } from '../binder/context.ts';
import { lazy } from '../design/states.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { SidePanel } from './panel.tsx';

const Chat = lazy(() => import('../chat/index.tsx').then((module) => module.Chat));

export function ChatPanel({ binder, close }: { binder: BinderContext; close: () => void }) {
  return (
    <SidePanel title={text.bar.chat} closeLabel={text.chat.close} close={close}>
      <div class="meet-chat">
        <Chat binder={binder} takesFocus />
      </div>
    </SidePanel>
  );
}
