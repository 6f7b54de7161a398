import type { FormField } from '@ringbinder/protocol';
import { useControl } from '../design/form-dialog.tsx';
import { formBuilder as words } from '../strings/messages/form-builder.ts';
import { DraftHelp, DraftItem, DraftList, type DraftProps } from './draft-list.tsx';
import { FileLimits } from './file-builder.tsx';
import { type DraftField, draftField, MAX_FIELDS } from './form-draft.ts';

interface FormBuilderProps {
  fields: readonly DraftField[];
  path: string;
  change: (fields: readonly DraftField[]) => void;
}

const TYPES = Object.keys(words.types) as FormField['type'][];

export function FormBuilder({ fields, path, change }: FormBuilderProps) {
  return (
    <DraftList
      drafts={fields}
      path={`${path}.fields`}
      change={change}
      max={MAX_FIELDS}
      create={draftField}
      words={words}
    >
      {({ key, ...props }) => <FieldDraft key={key} {...props} />}
    </DraftList>
  );
}

function FieldDraft(props: DraftProps<DraftField>) {
  const { draft: field, at, path, change } = props;
  const options = useControl(`${path}.options`);
  const currency = useControl(`${path}.currency`);
  return (
    <DraftItem {...props} words={words}>
      <select
        aria-label={words.type(at)}
        value={field.type}
        onChange={(event) => change({ ...field, type: event.currentTarget.value as DraftField['type'] })}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {words.types[type]}
          </option>
        ))}
      </select>
      {field.type === 'money' && (
        <input
          {...currency.control}
          value={field.currency}
          maxLength={3}
          aria-label={words.currency(at)}
          onInput={(event) => change({ ...field, currency: event.currentTarget.value })}
        />
      )}
      {currency.reason}
      {field.type === 'file' && (
        <FileLimits
          at={at}
          types={field.fileTypes}
          max={field.maxFiles}
          change={({ types = field.fileTypes, max = field.maxFiles }) =>
            change({ ...field, fileTypes: types, maxFiles: max })
          }
        />
      )}
      {field.type === 'choice' && (
        <textarea
          {...options.control}
          dir="auto"
          rows={3}
          value={field.options}
          placeholder={words.optionsExample}
          aria-label={words.options(at)}
          onInput={(event) => change({ ...field, options: event.currentTarget.value })}
        />
      )}
      {options.reason}
      <DraftHelp {...props} words={words} />
    </DraftItem>
  );
}
