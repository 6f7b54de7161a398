import { useControl } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { fileRequests as words } from '../strings/en/file-requests.ts';
import { type DraftFile, draftFile, MAX_REQUESTS } from './file-draft.ts';

interface FileBuilderProps {
  files: readonly DraftFile[];
  /** Of the step in the API, so that errors appear at the fields. */
  path: string;
  change: (files: readonly DraftFile[]) => void;
}

const COUNTS = [1, 2, 3, 5, 10, 20];

/** The files for which a step asks. */
export function FileBuilder({ files, path, change }: FileBuilderProps) {
  const set = (key: number, changed: DraftFile | undefined) =>
    change(files.flatMap((each) => (each.key === key ? (changed ?? []) : each)));
  return (
    <>
      <p class="muted small">{words.hint}</p>
      <ul>
        {files.map((file, index) => (
          <FileDraft
            key={file.key}
            file={file}
            at={index + 1}
            path={`${path}.file_requests[${index}]`}
            change={(changed) => set(file.key, changed)}
          />
        ))}
      </ul>
      {files.length < MAX_REQUESTS && (
        <button type="button" class="button compact quiet" onClick={() => change([...files, draftFile()])}>
          {words.add}
        </button>
      )}
    </>
  );
}

interface FileDraftProps {
  file: DraftFile;
  /** Its place, from 1. */
  at: number;
  path: string;
  change: (file: DraftFile | undefined) => void;
}

function FileDraft({ file, at, path, change }: FileDraftProps) {
  const label = useControl(`${path}.label`);
  return (
    <li class="draft-button draft-field">
      <input
        {...label.control}
        dir="auto"
        value={file.label}
        maxLength={200}
        placeholder={words.labelExample}
        aria-label={words.label(at)}
        onInput={(event) => change({ ...file, label: event.currentTarget.value })}
      />
      <button
        type="button"
        class="tool"
        aria-label={words.remove(at)}
        title={words.remove(at)}
        onClick={() => change(undefined)}
      >
        <Glyph name="close" />
      </button>
      {label.reason}
      <select
        aria-label={words.type(at)}
        value={file.types}
        onChange={(event) => change({ ...file, types: event.currentTarget.value })}
      >
        <option value="">{words.anyType}</option>
        {Object.entries(words.kinds).map(([types, name]) => (
          <option key={types} value={types}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={words.max(at)}
        value={file.max}
        onChange={(event) => change({ ...file, max: Number(event.currentTarget.value) })}
      >
        {COUNTS.map((count) => (
          <option key={count} value={count}>
            {words.upTo(count)}
          </option>
        ))}
      </select>
      <input
        dir="auto"
        value={file.help}
        maxLength={1_000}
        placeholder={words.helpExample}
        aria-label={words.help(at)}
        onInput={(event) => change({ ...file, help: event.currentTarget.value })}
      />
      <label class="check small">
        <input
          type="checkbox"
          checked={file.isRequired}
          onChange={(event) => change({ ...file, isRequired: event.currentTarget.checked })}
        />
        {words.required}
      </label>
    </li>
  );
}
