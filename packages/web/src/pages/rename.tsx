import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { nameOf } from '../binder/page-name.ts';
import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';

interface RenameProps {
  actions: PageActions;
  page: PageWithoutAnnotations;
  close: () => void;
}

export function RenamePage({ actions, page, close }: RenameProps) {
  return (
    <FormDialog
      title={text.renameTitle}
      submit={text.save}
      close={close}
      send={async (values) => {
        await actions.rename(page, values.get('name'));
        close();
      }}
    >
      <Field label={text.name} name="name" value={nameOf(page)} />
    </FormDialog>
  );
}
