import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { comments as text } from '../strings/messages/comments.ts';
import { CommentForm } from './comment-form.tsx';
import { OwnComment } from './own-comment.tsx';

interface EditableProps {
  binder: BinderContext;
  written: string;
  isOwn: boolean;
  /** Undefined if only the chat can edit the comment. */
  change: ((written: string, mentions: string[]) => Promise<void>) | undefined;
  remove: () => Promise<unknown>;
  children: ComponentChildren;
}

export function Editable({ binder, written, isOwn, change, remove, children }: EditableProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown');
  if (state === 'editing' && change)
    return <EditForm binder={binder} written={written} close={() => setState('edited')} change={change} />;
  return (
    <>
      {children}
      {isOwn && (
        <OwnComment
          written={written}
          edit={change && (() => setState('editing'))}
          takesFocus={state === 'edited'}
          remove={remove}
        />
      )}
    </>
  );
}

interface EditFormProps extends Pick<EditableProps, 'binder' | 'written'> {
  close: () => void;
  change: (written: string, mentions: string[]) => Promise<void>;
}

function EditForm({ binder, written, close, change }: EditFormProps) {
  const draft = useSignal(written);
  return (
    <CommentForm
      binder={binder}
      draft={draft}
      label={text.edit}
      submit={text.save}
      focusTrigger
      cancel={close}
      send={async (edited, mentions) => {
        await change(edited, mentions);
        close();
      }}
    />
  );
}
