import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../design/states.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { BulkBarProps } from './bulk-actions.tsx';

const BulkActions = lazy(() => import('./bulk-actions.tsx').then((module) => module.BulkActions), 'quiet');

export function BulkBar(props: BulkBarProps) {
  const { documents, selection, deletions } = props;
  const ids = selection.ids.value;
  // Other users may have deleted selected documents.
  const chosen = documents.filter(({ id }) => ids.has(id));
  const deleted = deletions.last.value;
  const words = text.bulk;
  return (
    <>
      {/* Screen readers announce a text only if its live region exists before it. */}
      <div class="bulk-said" role="status">
        {chosen.length > 0 && <span class="hidden-visually">{words.chosen(chosen.length)}</span>}
        {chosen.length === 0 && deleted && (
          <div class="bulk-bar">
            <span>{words.deleted(deleted.count, deleted.name)}</span>
            <UndoButton undo={deleted.undo} />
          </div>
        )}
      </div>
      {chosen.length > 0 && <BulkActions {...props} chosen={chosen} />}
    </>
  );
}

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
