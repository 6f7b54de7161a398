import { useEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import type { PageDocument } from '../binder/documents.ts';
import { Glyph } from '../design/glyph.tsx';
import { pageSections } from '../strings/messages/page-sections.ts';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import type { Deletions } from './deletion.ts';
import { MoveToSection } from './lazy-sections.ts';
import { TransferPages } from './lazy-transfer.ts';
import type { Selection } from './selection.ts';

interface BulkBarProps {
  binder: BinderContext;
  actions: PageActions;
  documents: readonly PageDocument[];
  selection: Selection;
  deletions: Deletions;
}

export function BulkBar({ binder, actions, documents, selection, deletions }: BulkBarProps) {
  const [isTransferred, setTransferred] = useState(false);
  const [isMoved, setMoved] = useState(false);
  const ids = selection.ids.value;
  // Others may have deleted some.
  const chosen = documents.filter(({ id }) => ids.has(id));
  const deleted = deletions.last.value;
  const words = text.bulk;
  return (
    <>
      {/* The live region must exist before its text, for screen readers. */}
      <div class="bulk-said" role="status">
        {chosen.length > 0 && <span class="hidden-visually">{words.chosen(chosen.length)}</span>}
        {chosen.length === 0 && deleted && (
          <div class="bulk-bar">
            <span>{words.deleted(deleted.count, deleted.name)}</span>
            <UndoButton undo={deleted.undo} />
          </div>
        )}
      </div>
      {chosen.length > 0 && (
        <div class="bulk-bar" role="toolbar" aria-label={words.label}>
          <span aria-hidden="true">{words.chosen(chosen.length)}</span>
          <button
            type="button"
            class="button compact"
            onClick={() => selection.choose(documents.map(({ id }) => id))}
          >
            {words.all}
          </button>
          {actions.view.value?.sections.length !== 0 && (
            <button type="button" class="button compact" onClick={() => setMoved(true)}>
              <Glyph name="document" />
              {pageSections.move}
            </button>
          )}
          <button type="button" class="button compact" onClick={() => setTransferred(true)}>
            <Glyph name="open" />
            {words.transfer}
          </button>
          <button
            type="button"
            class="button compact danger"
            onClick={() => {
              selection.clear();
              deletions.remove(chosen);
            }}
          >
            <Glyph name="trash" />
            {text.delete}
          </button>
          <button type="button" class="tool" aria-label={words.clear} onClick={selection.clear}>
            <Glyph name="close" />
          </button>
        </div>
      )}
      {isMoved && chosen.length > 0 && (
        <MoveToSection
          actions={actions}
          documents={chosen}
          close={() => setMoved(false)}
          done={selection.clear}
        />
      )}
      {isTransferred && chosen.length > 0 && (
        <TransferPages
          binder={binder}
          documents={chosen}
          close={() => setTransferred(false)}
          done={selection.clear}
        />
      )}
    </>
  );
}

/** Receives the focus of the deleted page, and passes it to the grid when the button disappears. */
function UndoButton({ undo }: { undo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current } = button;
    if (document.activeElement === document.body) current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === current || document.activeElement === document.body)
        document.querySelector<HTMLElement>('.page-grid a')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button type="button" class="button compact" ref={button} onClick={undo}>
      {text.bulk.undo}
    </button>
  );
}
