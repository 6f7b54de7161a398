import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../strings/console.ts';
import { useConsole } from './context.ts';
import { PageLink } from './link.tsx';

interface HeadProps {
  title: string;
  about?: string;
  back?: { page: string; title: string };
  children?: ComponentChildren;
}

export function Head({ title, about, back, children }: HeadProps) {
  const { focusesTitle } = useConsole();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focusesTitle.current) heading.current?.focus();
    focusesTitle.current = false;
  }, []);
  useEffect(() => {
    document.title = text.shell.title(title);
  }, [title]);
  return (
    <header class="head">
      <div>
        {back && (
          <p class="crumb">
            <PageLink page={back.page}>{back.title}</PageLink>
          </p>
        )}
        <h1 id="title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {about && <p>{about}</p>}
      </div>
      {children && <div class="head-actions">{children}</div>}
    </header>
  );
}
