import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { toast } from '../../design/toast.tsx';
import { consoleBinders } from '../../strings/messages/console-binders.ts';
import { consoleTransfer as words } from '../../strings/messages/console-transfer.ts';
import { useConsole } from '../context.ts';
import { PersonFinder } from '../person-finder.tsx';
import { listOwnedBinders } from './list-owned-binders.ts';
import { OwnedBinders } from './owned-binders.tsx';

interface Person {
  id: string;
  name: string;
}

export interface TransferProps {
  owner: Person;
  /** Default: all binders that the owner has in the org. */
  binder?: { id: string; name: string };
  transferred: () => void;
}

export function TransferDialog({
  owner,
  binder,
  transferred,
  title,
  close,
}: TransferProps & { title: string; close: () => void }) {
  const { call, orgId } = useConsole();
  const [successor, setSuccessor] = useState<Person>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const send = async () => {
    if (!successor) throw new Error(words.chooseOwner);
    const binders = binder ? [binder] : await listOwnedBinders(call, orgId, owner.id);
    for (const [done, { id }] of binders.entries()) {
      setProgress({ done, total: binders.length });
      await call('POST', `/${id}/users/${successor.id}`, { type: 'BOARD_OWNER' });
    }
    toast(words.transferred(successor.name));
    transferred();
    close();
  };
  return (
    <FormDialog
      title={title}
      submit={words.submit}
      close={close}
      send={send}
      progress={progress && progress.total > 1 && <Transferring {...progress} />}
    >
      {!binder && <OwnedBinders owner={owner} />}
      <p>{words.about}</p>
      <fieldset class="checks group-members">
        <legend>{consoleBinders.columns.owner}</legend>
        <p class={successor ? '' : 'muted small'} role="status">
          {successor ? <bdi>{successor.name}</bdi> : words.chooseOwner}
        </p>
        <PersonFinder
          label={words.findOwner}
          nobody={words.nobody}
          action={words.choose}
          accepts={({ id, is_bot }) => id !== owner.id && !is_bot}
          choose={setSuccessor}
          chosenId={successor?.id}
        />
      </fieldset>
    </FormDialog>
  );
}

function Transferring({ done, total }: { done: number; total: number }) {
  const label = words.transferring(formatNumber(done), formatNumber(total));
  return (
    <div class="field">
      <progress class="progress" aria-label={label} value={done} max={total} />
      <p class="hint" role="status">
        {label}
      </p>
    </div>
  );
}
