import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { focusComposer } from './keys.ts';

export function StagedFiles() {
  const chat = useChat();
  const { staged } = chat;
  const files = staged.all.value;
  if (files.length === 0) return null;
  return (
    <ul class="staged" aria-label={text.composer.files}>
      {files.map(({ id, file, picture }) => (
        <li key={id}>
          {picture ? <img src={picture} alt="" /> : <Glyph name="file" />}
          <span dir="auto" class="staged-name">
            {file.name}
          </span>
          <span class="muted small">{formatBytes(file.size)}</span>
          <button
            type="button"
            class="tool"
            aria-label={text.uploads.drop(file.name)}
            title={text.uploads.drop(file.name)}
            onClick={() => {
              staged.remove(id);
              focusComposer(chat);
            }}
          >
            <Glyph name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
