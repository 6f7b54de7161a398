import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { trapTab, useModal } from './modal.ts';
import { Toasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  close: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

/** A modal makes the rest of the page inert, so a dialog contains its own live region. */
export function Dialog({ title, close, wide, children }: DialogProps) {
  const element = useModal(close);
  const heading = useId();
  return (
    <dialog
      class={`dialog ${wide ? 'wide' : ''}`}
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file field has a cancel event too.
        if (event.target !== event.currentTarget) return;
        // The parent closes the dialog by unmounting it.
        event.preventDefault();
        close();
      }}
      onClose={({ currentTarget }) => {
        // Until the next user input, Chrome lets a page prevent only one close request.
        if (!currentTarget.isConnected) return;
        currentTarget.showModal();
        close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        trapTab(event, event.currentTarget);
        const { type, value } = event.target as HTMLInputElement;
        // The first Escape in a search field empties it.
        const isTaken = event.defaultPrevented || event.isComposing || (type === 'search' && value !== '');
        if (event.key !== 'Escape' || isTaken) return;
        event.preventDefault();
        close();
      }}
    >
      <div class="inside">
        <h2 dir="auto" id={heading}>
          {title}
        </h2>
        {children}
      </div>
      <Toasts />
    </dialog>
  );
}
