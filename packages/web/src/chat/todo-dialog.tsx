import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { explained } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, useUnsaved } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { chatTools } from '../strings/messages/chat-tools.ts';
import { todos as text } from '../strings/messages/todos.ts';
import { useChat } from './context.ts';
import { summaryOf } from './summary.ts';

/** The server's limit, in characters. */
const MAX_NAME = 1_000;
const MAX_EXCERPT = 200;

export function TodoDialog({ message, close }: { message: Message; close: () => void }) {
  const { binder } = useChat();
  return (
    <FormDialog
      title={chatTools.actions.todo}
      submit={text.addButton}
      close={close}
      {...useUnsaved()}
      send={async (values) => {
        const params = { path: { binder_id: binder.id } };
        const body = { name: values.get('name'), assignee_id: binder.me.id, message_id: message.id };
        await explained(unwrap(binder.client.api.POST('/{binder_id}/todos', { params, body })));
        toast(text.assignedToYou);
        close();
      }}
    >
      <Field
        label={text.name}
        name="name"
        value={excerpt(summaryOf(message).replace(/\s+/g, ' ').trim(), MAX_EXCERPT)}
        maxLength={MAX_NAME}
        required
      />
    </FormDialog>
  );
}
