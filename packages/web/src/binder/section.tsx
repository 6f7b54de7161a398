import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';

interface SectionHeadProps {
  title: ComponentChildren;
  back?: { href: string; label: string };
  children?: ComponentChildren;
}

/** False until the first heading is drawn, which must not take the focus. */
let isOpened = false;

export function SectionHead({ title, back, children }: SectionHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // After a navigation, the focused link no longer exists.
  useLayoutEffect(() => {
    if (isOpened && document.activeElement === document.body) heading.current?.focus();
    isOpened = true;
  }, []);
  return (
    <header class="section-head">
      {back && (
        <a class="section-back" href={back.href}>
          <Glyph name="back" />
          {back.label}
        </a>
      )}
      <h2 dir="auto" id="section-title" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children && <div class="section-actions">{children}</div>}
    </header>
  );
}
