import type { ComponentChildren } from 'preact';
import { Glyph } from '../design/glyph.tsx';

interface SectionHeadProps {
  title: ComponentChildren;
  /** Where this is a part of. */
  back?: { href: string; label: string };
  /** What can be done here. */
  children?: ComponentChildren;
}

/** The head of a section of a binder, or of one thing in it. */
export function SectionHead({ title, back, children }: SectionHeadProps) {
  return (
    <header class="section-head">
      {back && (
        <a class="section-back" href={back.href}>
          <Glyph name="back" />
          {back.label}
        </a>
      )}
      <h2 id="section-title" tabIndex={-1}>
        {title}
      </h2>
      {children && <div class="section-actions">{children}</div>}
    </header>
  );
}
