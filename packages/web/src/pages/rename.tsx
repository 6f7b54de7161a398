import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { pages as text } from '../strings/messages/pages.ts';

interface RenameProps {
  name: string;
  rename: (name: string) => Promise<void>;
  close: () => void;
}

export function RenamePages({ name, rename, close }: RenameProps) {
  return (
    <FormDialog
      title={text.renameTitle(name)}
      submit={text.save}
      close={close}
      send={async (values) => {
        const next = values.get('name');
        if (next !== name) await rename(next);
        close();
      }}
    >
      <Field label={text.name} name="name" value={name} />
    </FormDialog>
  );
}
