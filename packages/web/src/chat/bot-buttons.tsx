import { useSignal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Message, MessageButton } from '@ringbinder/protocol';
import { explained } from '../binder/refusal.ts';
import { Glyph } from '../design/glyph.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';

type Tapped =
  | { status: 'idle' }
  | { status: 'tapping' | 'tapped'; id: string }
  | { status: 'refused'; reason: string };

export function BotButtons({ message }: { message: Message }) {
  const { binder } = useChat();
  const tapped = useSignal<Tapped>({ status: 'idle' });
  const { buttons = [] } = message;
  if (buttons.length === 0) return null;

  async function tap(button: MessageButton): Promise<void> {
    if (tapped.value.status === 'tapping') return;
    tapped.value = { status: 'tapping', id: button.id };
    // Open the window now, because browsers block it after a request.
    const opened = button.type === 'account_link' ? open('', '_blank') : null;
    const path = { binder_id: binder.id, message_id: message.id, button_id: button.id };
    try {
      const { url } = await explained(
        unwrap(
          binder.client.api.POST('/{binder_id}/messages/{message_id}/buttons/{button_id}', {
            params: { path },
          }),
        ),
      );
      if (opened && url) {
        opened.opener = null;
        opened.location.href = url;
      }
      tapped.value = { status: 'tapped', id: button.id };
    } catch (error) {
      opened?.close();
      tapped.value = { status: 'refused', reason: (error as Error).message };
    }
  }

  const { value: state } = tapped;
  const chosen = 'id' in state ? state.id : undefined;
  const sentence =
    state.status === 'tapped'
      ? buttons.find(({ id, type }) => id === chosen && type === 'postback')
      : undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not buttons */}
      <div class="bot-buttons" role="group" aria-label={text.buttons.label}>
        {buttons.map((button) => (
          <button
            key={button.id}
            type="button"
            class={`button compact ${chosen === button.id ? 'chosen' : ''}`}
            aria-disabled={state.status === 'tapping'}
            onClick={() => void tap(button)}
          >
            {button.type === 'account_link' && <Glyph name="open" />}
            <bdi>{button.text}</bdi>
          </button>
        ))}
      </div>
      <p class={`small ${state.status === 'refused' ? 'wrong' : 'muted'}`} role="status">
        {state.status === 'refused' && state.reason}
        {sentence && text.buttons.done(sentence.text)}
      </p>
    </>
  );
}
