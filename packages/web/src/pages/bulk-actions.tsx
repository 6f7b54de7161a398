import { useState } from 'preact/hooks';
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

export interface BulkBarProps {
  binder: BinderContext;
  actions: PageActions;
  documents: readonly PageDocument[];
  selection: Selection;
  deletions: Deletions;
}

export function BulkActions({
  binder,
  actions,
  documents,
  selection,
  deletions,
  chosen,
}: BulkBarProps & { chosen: readonly PageDocument[] }) {
  const [isTransferred, setTransferred] = useState(false);
  const [isMoved, setMoved] = useState(false);
  const words = text.bulk;
  return (
    <>
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
      {isMoved && (
        <MoveToSection
          actions={actions}
          documents={chosen}
          close={() => setMoved(false)}
          done={selection.clear}
        />
      )}
      {isTransferred && (
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
