import { useState } from 'preact/hooks';
import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { DescriptionDialog } from '../page-description/lazy-dialog.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { focusComposer } from './keys.ts';

export function StagedFiles() {
  const chat = useChat();
  const { staged } = chat;
  const files = staged.all.value;
  const [describedId, setDescribed] = useState<string>();
  const described = files.find(({ id }) => id === describedId);
  return (
    <>
      <ul class="staged" aria-label={text.composer.files}>
        {files.map(({ id, file, picture, description = '' }) => (
          <li key={id}>
            {picture ? <img src={picture} alt={description} /> : <Glyph name="file" />}
            <span dir="auto" class="staged-name">
              {file.name}
            </span>
            <span class="muted small">{formatBytes(file.size)}</span>
            {picture && (
              <button
                type="button"
                class="tool"
                aria-label={text.uploads.describe(file.name)}
                title={text.uploads.describe(file.name)}
                onClick={() => setDescribed(id)}
              >
                <Glyph name="edit" />
              </button>
            )}
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
      {described && (
        <DescriptionDialog
          name={described.file.name}
          description={described.description ?? ''}
          save={(description) => staged.describe(described.id, description)}
          close={() => setDescribed(undefined)}
        />
      )}
    </>
  );
}
