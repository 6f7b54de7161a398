import { fileRequests as words } from '../strings/messages/file-requests.ts';
import { DraftHelp, DraftItem, DraftList, type DraftProps } from './draft-list.tsx';
import { type DraftFile, draftFile, MAX_REQUESTS } from './file-draft.ts';

interface FileBuilderProps {
  files: readonly DraftFile[];
  path: string;
  change: (files: readonly DraftFile[]) => void;
}

const KINDS = {
  'application/pdf': 'pdf',
  'image/*': 'image',
  'application/pdf,image/*': 'pdfOrImage',
  '.docx,.xlsx,.pptx,.odt,.ods,.odp': 'office',
} as const;
const COUNTS = [1, 2, 3, 5, 10, 20];

export function FileBuilder({ files, path, change }: FileBuilderProps) {
  return (
    <DraftList
      drafts={files}
      path={`${path}.file_requests`}
      change={change}
      max={MAX_REQUESTS}
      create={draftFile}
      words={words}
    >
      {({ key, ...props }) => <FileDraft key={key} {...props} />}
    </DraftList>
  );
}

function FileDraft(props: DraftProps<DraftFile>) {
  const { draft: file, at, change } = props;
  return (
    <DraftItem {...props} words={words}>
      <FileLimits
        at={at}
        types={file.types}
        max={file.max}
        change={(limits) => change({ ...file, ...limits })}
      />
      <DraftHelp {...props} words={words} />
    </DraftItem>
  );
}

interface FileLimitsProps extends Pick<DraftFile, 'types' | 'max'> {
  at: number;
  change: (limits: Partial<Pick<DraftFile, 'types' | 'max'>>) => void;
}

export function FileLimits({ at, types, max, change }: FileLimitsProps) {
  return (
    <>
      <select
        aria-label={words.type(at)}
        value={types}
        onChange={(event) => change({ types: event.currentTarget.value })}
      >
        <option value="">{words.anyType}</option>
        {Object.entries(KINDS).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {words.kinds[name]}
          </option>
        ))}
        {types !== '' && !(types in KINDS) && <option value={types}>{types.replaceAll(',', ', ')}</option>}
      </select>
      <select
        aria-label={words.max(at)}
        value={max}
        onChange={(event) => change({ max: Number(event.currentTarget.value) })}
      >
        {(COUNTS.includes(max) ? COUNTS : [...COUNTS, max]).map((count) => (
          <option key={count} value={count}>
            {words.upTo(count)}
          </option>
        ))}
      </select>
    </>
  );
}
