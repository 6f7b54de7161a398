import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';

interface SectionHeadProps {
  title: ComponentChildren;
  /** Where this is a part of. */
  back?: { href: string; label: string };
  /** What can be done here. */
  children?: ComponentChildren;
}

/** Whether a head was drawn before: the first one is where the page was opened, and takes no focus from anything. */
let isOpened = false;

export function SectionHead({ title, back, children }: SectionHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus was the link that led here, and is gone.
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
