import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { fileFields as text } from '../strings/messages/file-fields.ts';
import { adoptStyles } from './adopt-styles.ts';
import css from './file-field.css?inline';
import { useControl } from './form-dialog.tsx';
import { formatBytes } from './format.ts';
import { Glyph } from './glyph.tsx';

interface FileFieldProps {
  label: string;
  name: string;
  accept: string;
  hint: string;
  input: RefObject<HTMLInputElement | null>;
}

export function FileField({ label, name, accept, hint, input }: FileFieldProps) {
  adoptStyles(css);
  const { control, reason } = useControl(name);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const { id } = control;
  const about = [control['aria-describedby'], file && `${id}-file`, `${id}-hint`].filter(Boolean).join(' ');
  const remove = () => {
    if (!input.current) return;
    input.current.value = '';
    setFile(undefined);
    input.current.focus();
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={`file-entry ${isOver ? 'over' : ''}`}>
        <span class="button compact" aria-hidden="true">
          <Glyph name="upload" />
          {text.choose}
        </span>
        {file ? (
          <span class="file-name" id={`${id}-file`}>
            <bdi>{file.name}</bdi> <span class="muted">{formatBytes(file.size)}</span>
          </span>
        ) : (
          <span class="muted" aria-hidden="true">
            {text.drop}
          </span>
        )}
        <input
          {...control}
          aria-describedby={about}
          type="file"
          accept={accept}
          ref={input}
          required
          title=""
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
        {file && (
          <button
            type="button"
            class="button compact quiet file-remove"
            aria-label={text.remove(file.name)}
            onClick={remove}
          >
            <Glyph name="close" />
          </button>
        )}
      </div>
      {reason}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
