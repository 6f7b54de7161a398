import type { ComponentChildren } from 'preact';
import { useConsole } from './context.ts';

/** A link to a page of the console; with Ctrl and the like it opens where the browser opens those. */
export function PageLink({
  page,
  current,
  button,
  done,
  children,
}: {
  page: string;
  /** Shown among buttons, as one, with this name. */
  button?: string;
  /** Whether it is the page that is shown. */
  current?: boolean;
  /** Is called when it is followed here. */
  done?: () => void;
  children: ComponentChildren;
}) {
  const { hrefOf, go } = useConsole();
  return (
    <a
      href={hrefOf(page)}
      class={button && 'button compact quiet'}
      aria-label={button}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        done?.();
        go(page);
      }}
    >
      {children}
    </a>
  );
}
