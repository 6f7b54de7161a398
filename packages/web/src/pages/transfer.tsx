import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import type { PageDocument } from '../binder/documents.ts';
import { explained } from '../binder/refusal.ts';
import { useBinders } from '../binder/use-binders.ts';
import { Select } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';

interface TransferProps {
  binder: BinderContext;
  documents: readonly Pick<PageDocument, 'name' | 'pages'>[];
  close: () => void;
  done?: () => void;
}

export function TransferPages({ binder, documents, close, done }: TransferProps) {
  const { client, id: source_id } = binder;
  const targets = useBinders(binder.channel).filter(({ binder: { id } }) => id !== source_id);
  const words = text.transfer;
  const [first] = documents;
  return (
    <FormDialog
      title={documents.length === 1 && first ? words.title(first.name) : words.titleOf(documents.length)}
      submit={words.submit}
      close={close}
      send={async (values) => {
        const params = { path: { binder_id: values.get('binder') } };
        const body = { source_id, pages: documents.flatMap(({ pages }) => pages.map(({ id }) => ({ id }))) };
        const isMoved = values.get('how') === 'move';
        const call = isMoved
          ? client.api.POST('/{binder_id}/movepages', { params, body })
          : client.api.POST('/{binder_id}/copypages', { params, body });
        await explained(unwrap(call), { 403: words.readOnly });
        close();
        done?.();
        toast(isMoved ? words.moved : words.copied);
      }}
    >
      {targets.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          <Select
            label={words.binder}
            name="binder"
            value={targets[0]?.binder.id ?? ''}
            options={targets.map(({ binder: { id, name } }) => [id, name] as const)}
          />
          <div class="role-choice">
            <div class="segments">
              {(['copy', 'move'] as const).map((how) => (
                <label key={how}>
                  <input type="radio" name="how" value={how} defaultChecked={how === 'copy'} />
                  <span>{words.how[how]}</span>
                </label>
              ))}
            </div>
            <p class="hint small muted">{words.hint}</p>
          </div>
        </>
      )}
    </FormDialog>
  );
}
