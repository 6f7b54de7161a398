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

/** Contains a live region for toasts, because a modal makes the rest of the page inert. */
export function Dialog({ title, close, wide, children }: DialogProps) {
  const element = useModal(close);
  const heading = useId();
  return (
    <dialog
      class={`dialog ${wide ? 'wide' : ''}`}
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        // The parent closes the dialog by unmounting it.
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        trapTab(event, event.currentTarget);
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
