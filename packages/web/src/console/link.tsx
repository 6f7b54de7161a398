import type { ComponentChildren } from 'preact';
import { useConsole } from './context.ts';

export function PageLink({
  page,
  current,
  button,
  done,
  children,
}: {
  page: string;
  button?: string;
  current?: boolean;
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
