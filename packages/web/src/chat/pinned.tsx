import { Glyph } from '../design/glyph.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';
import { ResultLine } from './result-line.tsx';
import { authorOf, summaryOf } from './summary.ts';

export function PinnedPanel({ close }: { close: () => void }) {
  const chat = useChat();
  const pinned = chat.binder.state.value?.pinnedMessages ?? [];
  return (
    <section
      class="chat-panel"
      aria-label={text.pinned.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div class="chat-panel-head">
        <h2>{text.pinned.title}</h2>
        <button type="button" class="tool" aria-label={text.close} title={text.close} onClick={close}>
          <Glyph name="close" />
        </button>
      </div>
      {pinned.length === 0 && <p class="muted small">{text.pinned.empty}</p>}
      <ul class="results">
        {pinned.map((message) => (
          <li key={message.id}>
            <a
              href={chat.binder.links.message(message.id)}
              onClick={(event) => {
                event.preventDefault();
                void chat.show(message.id);
              }}
            >
              <ResultLine author={authorOf(message)} at={message.created_time}>
                {summaryOf(message)}
              </ResultLine>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
