import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBinders as words } from '../../strings/messages/console-binders.ts';
import { useConsole } from '../context.ts';
import { PageLink } from '../link.tsx';
import { useLoad } from '../load.ts';
import { PersonFinder } from '../person-finder.tsx';
import { listOwned } from './owned.ts';

interface Person {
  id: string;
  name: string;
}

interface TransferProps {
  owner: Person;
  /** Default: all binders that the owner has in the org. */
  binder?: { id: string; name: string };
  transferred: () => void;
}

export function TransferButton(props: TransferProps) {
  const { owner, binder } = props;
  const [isOpen, setOpen] = useState(false);
  const label = binder ? words.transfer : words.transferAll;
  const title = text.about(label, binder ? binder.name || binder.id : owner.name);
  return (
    <>
      <button type="button" class="button compact quiet" aria-label={title} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && <TransferDialog {...props} title={title} close={() => setOpen(false)} />}
    </>
  );
}

function TransferDialog({
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
    const binders = binder ? [binder] : await listOwned(call, orgId, owner.id);
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
      submit={words.transferSubmit}
      close={close}
      send={send}
      progress={progress && progress.total > 1 && <Transferring {...progress} />}
    >
      {!binder && <OwnedCount owner={owner} />}
      <p>{words.transferAbout}</p>
      <fieldset class="checks group-members">
        <legend>{words.columns.owner}</legend>
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

interface OwnedCountProps {
  owner: Person;
  /** Counts only binders that have other members. */
  isShared?: boolean;
  hasLink?: boolean;
}

/** Shows nothing if the binders cannot be read, or if there are none. */
export function OwnedCount({ owner, isShared, hasLink }: OwnedCountProps) {
  const { call, orgId } = useConsole();
  const [loading] = useLoad(owner.id, (signal) => listOwned(call, orgId, owner.id, signal));
  const owned = loading.state === 'ready' ? loading.value : [];
  const count = isShared ? owned.filter((binder) => binder.total_members > 1).length : owned.length;
  return (
    <div role="status">
      {count > 0 && (
        <p class="notice warn">
          {words.owned(owner.name, formatNumber(count))}{' '}
          {hasLink && <PageLink page={`users/${owner.id}`}>{words.transferAll}</PageLink>}
        </p>
      )}
    </div>
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
