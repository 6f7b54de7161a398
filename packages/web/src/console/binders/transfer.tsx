import { useState } from 'preact/hooks';
import { lazy } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleBinders as words } from '../../strings/messages/console-binders.ts';
import type { TransferProps } from './transfer-dialog.tsx';

const TransferDialog = lazy(
  () => import('./transfer-dialog.tsx').then((module) => module.TransferDialog),
  'quiet',
);

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
