import { unwrap } from '@ringbinder/client';
import type { BinderCard, Message, User } from '@ringbinder/protocol';
import { useRef, useState } from 'preact/hooks';
import { openConversation } from '../binder/open-conversation.ts';
import { explained } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues, useUnsaved } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { later } from '../strings/messages/later.ts';
import { contentOf, titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { ChooseBinder } from './choose-binder.tsx';
import type { SavedPlace } from './saved.ts';

const words = later.forward;

/** In UTF-16 units. */
const MAX_EXCERPT = 200;

interface ForwardDialogProps {
  place: SavedPlace;
  message: Message;
  close: () => void;
}

/** Retries use the same key, so that the server forwards the message only once. */
interface Attempt {
  comment: string;
  binderId: string;
  key: string;
}

export function ForwardDialog(props: ForwardDialogProps) {
  const [to, setTo] = useState<BinderCard | User>();
  const attempt = useRef<Attempt>({ comment: '', binderId: '', key: '' });
  return to ? (
    <Send {...props} to={to} attempt={attempt.current} back={() => setTo(undefined)} />
  ) : (
    <ChooseBinder title={words.title} choose={setTo} choosePerson={setTo} close={props.close} />
  );
}

function Send({
  place,
  message,
  to,
  attempt,
  close,
  back,
}: ForwardDialogProps & { to: BinderCard | User; attempt: Attempt; back: () => void }) {
  const { client, boot } = useApp();
  const name = 'binder' in to ? titleOf(to, boot.user.name) : to.name;
  const send = async (values: FormValues) => {
    const comment = values.get('text');
    const binderId = 'binder' in to ? to.binder.id : await explained(openConversation(client, { id: to.id }));
    if (attempt.key === '' || attempt.comment !== comment || attempt.binderId !== binderId)
      Object.assign(attempt, { comment, binderId, key: crypto.randomUUID() });
    const call = client.api.POST('/{binder_id}/forwardmessage', {
      params: { path: { binder_id: binderId } },
      headers: { 'idempotency-key': attempt.key },
      body: {
        source_id: place.binderId,
        message_id: place.messageId,
        ...(comment !== '' && { text: comment }),
      },
    });
    await explained(unwrap(call));
    close();
    toast(words.done(name));
  };
  return (
    <FormDialog
      title={words.to(name)}
      submit={words.submit}
      close={close}
      {...useUnsaved(attempt.comment !== '')}
      send={send}
    >
      <blockquote class="forward-excerpt" dir="auto">
        <strong>{(message.forwarded?.user ?? message.user).name}</strong>
        <span>{contentOf(message).slice(0, MAX_EXCERPT)}</span>
      </blockquote>
      <Field name="text" label={words.comment} value={attempt.comment} rows={3} />
      <button
        type="button"
        class="button compact quiet"
        onClick={({ currentTarget: { form } }) => {
          if (form) attempt.comment = String(new FormData(form).get('text'));
          attempt.key = '';
          back();
        }}
      >
        {words.other}
      </button>
    </FormDialog>
  );
}
