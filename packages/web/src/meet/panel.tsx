import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MeetGlyph } from './glyphs.tsx';

interface PanelProps {
  title: string;
  closeLabel: string;
  close: () => void;
  children: ComponentChildren;
}

export function SidePanel({ title, closeLabel, close, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      const { activeElement } = document;
      const isFree = activeElement === null || activeElement === document.body || !activeElement.isConnected;
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside
      class="meet-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <button type="button" class="tool" aria-label={closeLabel} onClick={close}>
          <MeetGlyph name="close" />
        </button>
      </header>
      {children}
    </aside>
  );
}
