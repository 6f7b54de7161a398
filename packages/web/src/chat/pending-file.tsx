import { useEffect, useState } from 'preact/hooks';
import { formatPercent } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';
import { ChatGlyph } from './glyphs.tsx';
import { PendingWords } from './pending-words.tsx';
import type { Upload } from './uploads.ts';

export function PendingFile({ upload }: { upload: Upload }) {
  const { uploads, draft } = useChat();
  const { id, name, words, picture, progress, state } = upload;
  // This component loads on use, when the file may already be refused.
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  return (
    <>
      <PendingWords words={words} />
      <div class="upload">
        {picture ? <img src={picture} alt="" /> : <Glyph name="file" />}
        <div class="upload-body">
          <p class="file-name">
            <span dir="auto">{name}</span>
          </p>
          <Alert>{isDrawn && state.status === 'refused' && state.reason}</Alert>
          {state.status !== 'refused' && (
            <progress
              max={1}
              value={state.status === 'waiting' ? 0 : progress}
              aria-label={text.uploads.progress(name, formatPercent(progress))}
            />
          )}
          <p class="muted small">
            {state.status === 'waiting' && text.uploads.waiting}
            {state.status === 'sending' && progress === 1 && text.uploads.done}
          </p>
        </div>
        {state.status === 'refused' && (
          <button
            type="button"
            class="tool"
            aria-label={text.uploads.retry(name)}
            title={text.uploads.retry(name)}
            onClick={() => uploads.retry(id)}
          >
            <ChatGlyph name="send" />
          </button>
        )}
        <button
          type="button"
          class="tool"
          aria-label={state.status === 'refused' ? text.uploads.drop(name) : text.uploads.cancel(name)}
          title={state.status === 'refused' ? text.uploads.drop(name) : text.uploads.cancel(name)}
          onClick={() => {
            uploads.cancel(id);
            if (draft.value === '') draft.value = words;
          }}
        >
          <Glyph name="close" />
        </button>
      </div>
    </>
  );
}
