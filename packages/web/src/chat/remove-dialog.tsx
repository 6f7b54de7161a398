import type { Message } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { Dialog } from '../design/dialog.tsx';
import { isTouch } from '../design/touch.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { removeMessage } from './actions.ts';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';
import { focusComposer } from './keys.ts';
import { attempt } from './message-call.ts';

export function RemoveDialog({ message, close }: { message: Message; close: () => void }) {
  const chat = useChat();
  return (
    <Dialog title={text.removeTitle} close={close}>
      <p class="muted">{text.removeAbout}</p>
      <blockquote class="quote">{excerpt(message.text, 200)}</blockquote>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="button compact primary danger"
          onClick={() => {
            const next = isTouch ? neighbourOf(chat, message) : undefined;
            close();
            attempt(removeMessage(chat, message));
            // The closed dialog has returned the focus to the message, which disappears.
            requestAnimationFrame(() => {
              if (next) next.focus({ preventScroll: true });
              else if (!isTouch) focusComposer(chat);
            });
          }}
        >
          {text.actions.remove}
        </button>
      </div>
    </Dialog>
  );
}

/** On a touch screen, the composer would open the keyboard. */
function neighbourOf({ scope }: ChatState, { id }: Message): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(`${scope} li[data-id]`)];
  const place = rows.findIndex(({ dataset }) => Number(dataset.id) === id);
  return rows[place + 1] ?? rows[place - 1];
}
