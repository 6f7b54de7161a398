import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { useChat } from './context.ts';

/** What stands where nobody has written yet. */
export function EmptyChat() {
  const { binder } = useChat();
  const canWrite = binder.canWrite.value;
  return (
    <div class="empty chat-empty">
      <Glyph name="comment" />
      <h2>{canWrite ? text.empty : text.emptyReadOnly}</h2>
      <p>{text.emptyHint}</p>
      {canWrite && (
        <dl class="tips">
          {text.emptyTips.map(([key, about]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
