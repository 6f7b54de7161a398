import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { NewPage } from './actions.ts';

interface NewPageFormProps {
  kind: 'url' | 'whiteboard';
  create: (page: NewPage) => Promise<void>;
  close: () => void;
}

export function NewPageForm({ kind, create, close }: NewPageFormProps) {
  switch (kind) {
    case 'url':
      return (
        <FormDialog
          title={text.linkTitle}
          submit={text.linkSubmit}
          close={close}
          send={(values) => create({ type: 'url', url: withScheme(values.get('url')), ...named(values) })}
        >
          <Field label={text.linkUrl} name="url" required placeholder={text.linkExample} />
          <Field label={text.linkName} name="name" hint={text.linkNameHint} />
        </FormDialog>
      );
    case 'whiteboard':
      return (
        <FormDialog
          title={text.whiteboardTitle}
          submit={text.whiteboardSubmit}
          close={close}
          send={(values) => create({ type: 'whiteboard', ...named(values) })}
        >
          <Field label={text.name} name="name" />
        </FormDialog>
      );
  }
}

function named(values: FormValues): { name?: string } {
  const name = values.get('name');
  return name === '' ? {} : { name };
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}
