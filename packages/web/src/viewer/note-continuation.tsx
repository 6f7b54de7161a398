import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { useNoteText } from './note-view.tsx';
import { readPageText } from './page-text.ts';

interface NoteContinuationProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  read: () => void;
}

export function NoteContinuation({ binder, page, read }: NoteContinuationProps) {
  const { written = '' } = useNoteText(binder, page);
  const [onSheet, setOnSheet] = useState<string>();
  useEffect(() => {
    let isThere = true;
    readPageText(binder, page).then(
      ({ boxes }) => isThere && setOnSheet(boxes.map((box) => box.text).join('')),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [page.id, page.file_id]);
  const goesOn = onSheet !== undefined && written.replace(/\s/g, '').length > onSheet.length;
  if (!goesOn) return null;
  return (
    <p class="note-continuation">
      <span>{text.note.goesOn}</span>
      <button type="button" class="button compact" onClick={read}>
        {text.note.readAll}
      </button>
    </p>
  );
}
