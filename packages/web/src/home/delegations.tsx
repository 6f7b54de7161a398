import { useState } from 'preact/hooks';
import { lazy } from '../design/states.tsx';
import { home } from '../strings/messages/home.ts';

const text = home.absences;

const DelegationsDialog = lazy(
  () => import('./delegations-dialog.tsx').then((module) => module.DelegationsDialog),
  'quiet',
);

export function DelegateButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button compact delegate" onClick={() => setOpen(true)}>
        {text.button}
      </button>
      {isOpen && <DelegationsDialog close={() => setOpen(false)} />}
    </>
  );
}
