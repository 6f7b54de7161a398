import { Field } from '../design/field.tsx';
import { FormDialog, useUnsaved } from '../design/form-dialog.tsx';
import { pageDescription as text } from '../strings/messages/page-description.ts';

interface DescriptionDialogProps {
  name: string;
  description: string;
  save: (description: string) => Promise<void> | void;
  close: () => void;
}

/** The server's limit, in characters. */
const MAX_LENGTH = 1_000;

export function DescriptionDialog({ name, description, save, close }: DescriptionDialogProps) {
  return (
    <FormDialog
      title={text.title(name)}
      submit={text.save}
      close={close}
      {...useUnsaved()}
      send={async (values) => {
        await save(values.get('description'));
        close();
      }}
    >
      <Field
        label={text.label}
        name="description"
        value={description}
        rows={5}
        maxLength={MAX_LENGTH}
        hint={text.hint}
      />
    </FormDialog>
  );
}
