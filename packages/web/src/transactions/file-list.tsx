import type { FileRequest } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { fileRequests as text } from '../strings/messages/file-requests.ts';

interface ListedFile {
  file_id: string;
  name: string;
}

interface FileListProps<F extends ListedFile> {
  requests: readonly (FileRequest & { files: readonly F[] })[];
  /** Undefined if the user cannot upload now. */
  upload?: ((request: FileRequest, file: File) => Promise<void>) | undefined;
  /** True if somebody has pressed a button. The list then accepts only required files that are missing. */
  isFixed?: boolean | undefined;
  show: (file: F) => ComponentChildren;
}

export function FileList<F extends ListedFile>({ requests, upload, isFixed, show }: FileListProps<F>) {
  const maxOf = ({ required, max_files }: FileRequest) => (isFixed ? Number(required ?? false) : max_files);
  return (
    <div class="file-requests small">
      <p class="muted">{upload ? text.sendThese : text.files}</p>
      <ul class="requested-files">
        {requests.map((request) => (
          <li key={request.id}>
            <bdi>{request.required ? request.label : text.optional(request.label)}</bdi>
            {request.help && (
              <p dir="auto" class="muted">
                {request.help}
              </p>
            )}
            {request.files.map((file) => (
              <p key={file.file_id} class="requested-file">
                <Glyph name="check" /> {show(file)}
              </p>
            ))}
            {!upload && request.files.length === 0 && <span class="muted">{text.missing}</span>}
            {upload && request.files.length < maxOf(request) && (
              <Upload request={request} upload={(file) => upload(request, file)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface UploadProps {
  request: FileRequest & { files: readonly unknown[] };
  upload: (file: File) => Promise<void>;
}

function Upload({ request, upload }: UploadProps) {
  const { label, types, max_files, files } = request;
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const send = async (chosen: readonly File[]) => {
    setBusy(true);
    setWrong('');
    try {
      for (const file of chosen) await upload(file);
    } catch (error) {
      setWrong((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        class="button compact"
        aria-disabled={isBusy}
        aria-label={isBusy ? undefined : text.uploadFor(label)}
        onClick={() => !isBusy && input.current?.click()}
      >
        {isBusy ? text.uploading : text.upload}
      </button>
      <input
        ref={input}
        class="hidden-visually"
        type="file"
        tabIndex={-1}
        accept={types?.join(',')}
        multiple={max_files - files.length > 1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {types && !wrong && <span class="muted">{text.types(types.join(', '))}</span>}
      <Alert class="wrong">{wrong}</Alert>
    </>
  );
}
