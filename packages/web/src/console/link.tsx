import type { ComponentChildren } from 'preact';
import { useConsole } from './context.ts';

/** A link within the console. Modified clicks are left to the browser. */
export function PageLink({
  page,
  current,
  button,
  done,
  children,
}: {
  page: string;
  /** Styled as a button, with this name. */
  button?: string;
  current?: boolean;
  /** Called when the link is followed in place. */
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
