import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { keepTabInside, useModal } from './modal.ts';

interface DialogProps {
  title: string;
  close: () => void;
  /** For what needs room. */
  wide?: boolean;
  children: ComponentChildren;
}

/** A modal dialog. The Tab key stays in it, Escape closes it, and it gives the focus back to what had it. */
export function Dialog({ title, close, wide, children }: DialogProps) {
  const element = useModal();
  const heading = useId();
  return (
    <dialog
      class={`dialog ${wide ? 'wide' : ''}`}
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Closed by taking it away, so that there is one way only.
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        keepTabInside(event, event.currentTarget);
      }}
    >
      <div class="inside">
        <h2 dir="auto" id={heading}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
