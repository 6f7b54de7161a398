import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Glyph } from '../design/glyph.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { openInSameHistoryEntry } from './open-in-same-history-entry.ts';

interface PageFieldProps {
  binder: BinderContext;
  pages: readonly PageWithoutAnnotations[];
  index: number;
  neighbours: Neighbours;
  focusPage: () => void;
}

export interface Neighbours {
  previous: PageWithoutAnnotations | undefined;
  next: PageWithoutAnnotations | undefined;
}

export function PageField({
  binder,
  pages,
  index,
  neighbours: { previous, next },
  focusPage,
}: PageFieldProps) {
  const isFirst = index === 0;
  const isLast = index === pages.length - 1;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current) field.current.value = String(index + 1);
  }, [index]);
  return (
    <div class="viewer-group">
      <PageLink
        binder={binder}
        page={previous}
        label={isFirst ? text.previousDocument : text.previous}
        glyph="back"
      />
      {pages.length > 1 && (
        <form
          class="page-field"
          onSubmit={(event) => {
            event.preventDefault();
            const number = Number(field.current?.value);
            const at = Math.min(pages.length, Math.max(1, Math.round(number))) - 1;
            const page = pages[at];
            if (page && Number.isFinite(number) && at !== index)
              binder.navigate(binder.links.page(page.id), 'replace');
            else if (field.current) field.current.value = String(index + 1);
            focusPage();
          }}
        >
          <input
            dir="auto"
            ref={field}
            type="text"
            inputMode="numeric"
            size={3}
            aria-label={text.pageNumber}
            autocomplete="off"
            onFocus={(event) => event.currentTarget.select()}
          />
          <span class="small tabular">{text.ofPages(pages.length)}</span>
        </form>
      )}
      <PageLink binder={binder} page={next} label={isLast ? text.nextDocument : text.next} glyph="next" />
    </div>
  );
}

interface PageLinkProps {
  binder: BinderContext;
  page: PageWithoutAnnotations | undefined;
  label: string;
  glyph: 'back' | 'next';
}

function PageLink({ binder, page, label, glyph }: PageLinkProps) {
  return page ? (
    <a
      class="tool"
      href={binder.links.page(page.id)}
      onClick={openInSameHistoryEntry(binder)}
      aria-label={label}
      title={label}
    >
      <Glyph name={glyph} />
    </a>
  ) : (
    <span class="tool" aria-disabled="true">
      <Glyph name={glyph} />
    </span>
  );
}
