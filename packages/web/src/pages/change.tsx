import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { nameOf } from '../binder/page-name.ts';
import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';

interface ChangeProps {
  actions: PageActions;
  page: PageWithoutAnnotations;
  close: () => void;
}

export function RenamePage({ actions, page, close }: ChangeProps) {
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

/** Asks before it deletes a page. @param done is called when it is gone */
export function DeletePage({ actions, page, close, done }: ChangeProps & { done?: () => void }) {
  return (
    <FormDialog
      title={text.deleteTitle}
      submit={text.delete}
      danger
      close={close}
      send={async () => {
        await actions.remove(page);
        done?.();
      }}
    >
      <p>{text.deleteConsequence(nameOf(page))}</p>
    </FormDialog>
  );
}
