import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { notes as text } from '../strings/messages/notes.ts';
import { EditingNotice, Notice } from './editor-notice.tsx';
import { followClaim } from './note-claim.ts';
import { onLeftDraft } from './note-draft.ts';

interface NoteStatusProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  edit: () => void;
}

export function NoteStatus({ binder, page, edit }: NoteStatusProps) {
  const claim = useMemo(() => followClaim(binder, page.id), [binder, page.id]);
  useEffect(() => () => claim.close(), [claim]);
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => onLeftDraft(binder, page.id, () => setHasDraft(true)), [binder, page.id]);
  if (binder.canWrite.value && hasDraft)
    return (
      <Notice words={text.unsavedHere}>
        <button type="button" class="button compact" onClick={edit}>
          {text.goOn}
        </button>
      </Notice>
    );
  return <EditingNotice binder={binder} claim={claim} />;
}
