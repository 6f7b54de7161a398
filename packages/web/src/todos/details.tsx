import type { Todo } from '@ringbinder/protocol';
import { useId, useState } from 'preact/hooks';
import { availableMembersOf } from '../binder/available-members.ts';
import type { BinderContext } from '../binder/context.ts';
import { draftOf } from '../binder/draft.ts';
import type { Refusal } from '../binder/refusal.ts';
import { Comments } from '../comments/comments.tsx';
import { DateField } from '../design/date-field.tsx';
import { today } from '../design/date-text.ts';
import { dueTimeOf } from '../design/due-state.ts';
import { FormDialog } from '../design/form-dialog.tsx';
import { fromDueFields, fromLocalField, toDueFields, toLocalField } from '../design/local-field.ts';
import { RelativeTime } from '../design/time.tsx';
import { due as dueWords } from '../strings/messages/due.ts';
import { todos as text } from '../strings/messages/todos.ts';
import type { TodoActions, TodoFields } from './actions.ts';
import { DraftField, type Saving } from './draft-field.tsx';
import { reasonOf } from './unavailable.ts';

interface TodoDetailsProps {
  binder: BinderContext;
  actions: TodoActions;
  todo: Todo;
}

function useFieldSaving(actions: TodoActions, id: number) {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const refuse = (field: keyof TodoFields, reason: string) => {
    setWrong((before) => ({ ...before, [field]: reason }));
    return 'refused' as const;
  };
  const save = async (field: keyof TodoFields, fields: TodoFields): Promise<Saving> => {
    setWrong(({ [field]: _, ...others }) => others);
    try {
      await actions.change(id, fields);
      return 'saved';
    } catch (error) {
      const { message, fields: named = {} } = error as Refusal;
      if ('base_description' in named) return 'outdated';
      return refuse(field, named[field] ?? message);
    }
  };
  return { wrong, refuse, save };
}

export function TodoDetails({ binder, actions, todo }: TodoDetailsProps) {
  const { id, name, description, due_day, reminder_time, assignee } = todo;
  const { wrong, refuse, save } = useFieldSaving(actions, id);
  const canWrite = binder.canWrite.value;
  const due = toDueFields(dueTimeOf(todo));
  const saveDue = (changed: Partial<typeof due>) => {
    const { date, time } = { ...due, ...changed };
    const fields: TodoFields = { due_time: fromDueFields({ date, time }) ?? null };
    if (date !== '' && time === '') fields.due_day = date;
    else if (due_day !== undefined) fields.due_day = null;
    return save('due_time', fields);
  };
  const draftFor = (field: keyof TodoFields) => draftOf(binder.me.id, `${binder.id}:todo:${id}:${field}`);
  return (
    <div class="todo-details">
      <DraftField
        label={text.name}
        value={name}
        stored={draftFor('name')}
        readOnly={!canWrite}
        wrong={wrong.name}
        save={async (value) =>
          value.trim() === '' ? refuse('name', text.noName) : save('name', { name: value.trim() })
        }
      />
      <DraftField
        label={text.notes}
        value={description}
        stored={draftFor('description')}
        rows={3}
        placeholder={text.notesHint}
        readOnly={!canWrite}
        wrong={wrong.description}
        save={(value, base) => save('description', { description: value, base_description: base })}
      />
      <div class="todo-fields">
        <AssigneeField
          binder={binder}
          value={assignee}
          canWrite={canWrite}
          wrong={wrong.assignee_id}
          choose={(userId) => save('assignee_id', { assignee_id: userId || null })}
        />
        <DateField
          label={dueWords.date}
          kind="date"
          value={due.date}
          min={today()}
          readOnly={!canWrite}
          wrong={wrong.due_time}
          change={(date) => void saveDue({ date })}
        />
        {due.date !== '' && (
          <DateField
            label={dueWords.time}
            kind="time"
            value={due.time}
            readOnly={!canWrite}
            change={(time) => void saveDue({ time })}
          />
        )}
        <DateField
          label={dueWords.reminder}
          kind="datetime"
          value={toLocalField(reminder_time)}
          readOnly={!canWrite}
          wrong={wrong.reminder_time}
          change={(value) => {
            const at = fromLocalField(value);
            if (at !== undefined && at <= Date.now()) refuse('reminder_time', dueWords.past);
            else void save('reminder_time', { reminder_time: at ?? null });
          }}
        />
      </div>
      {reminder_time !== undefined && <p class="hint small muted">{text.reminderHint}</p>}
      <Comments binder={binder} about={{ todo: { id } }} />
      <TodoFoot binder={binder} actions={actions} todo={todo} />
    </div>
  );
}

function TodoFoot({ binder, actions, todo }: TodoDetailsProps) {
  const { id, name, creator, created_time, completed_time, message_id } = todo;
  const [deleting, setDeleting] = useState(false);
  const list = binder.links.section('todos');
  return (
    <>
      <div class="todo-foot">
        <span class="muted small">
          {text.created(creator.name)} <RelativeTime at={created_time} />
          {completed_time !== undefined && (
            <>
              {' · '}
              {text.completed} <RelativeTime at={completed_time} />
            </>
          )}
          {message_id !== undefined && (
            <>
              {' · '}
              <a href={binder.links.message(message_id)}>{text.fromMessage}</a>
            </>
          )}
        </span>
        {binder.canWrite.value && (
          <button type="button" class="button compact quiet danger" onClick={() => setDeleting(true)}>
            {text.delete}
          </button>
        )}
        <a class="button compact" href={list}>
          {text.close}
        </a>
      </div>
      {deleting && (
        <FormDialog
          title={text.deleteTitle}
          submit={text.delete}
          danger
          close={() => setDeleting(false)}
          send={async () => {
            await actions.remove(id);
            binder.navigate(list);
          }}
        >
          <p>{text.deleteConsequence(name)}</p>
        </FormDialog>
      )}
    </>
  );
}

interface AssigneeFieldProps {
  binder: BinderContext;
  value: Todo['assignee'];
  canWrite: boolean;
  wrong: string | undefined;
  choose: (userId: string) => void;
}

function AssigneeField({ binder, value, canWrite, wrong, choose }: AssigneeFieldProps) {
  const id = useId();
  const members = availableMembersOf(binder.state.value);
  const isAbsent = value && !members.some(({ user }) => user.id === value.id);
  return (
    <div class="field">
      <label for={id}>{text.assignee}</label>
      <select
        id={id}
        value={value?.id ?? ''}
        disabled={!canWrite}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{text.nobody}</option>
        {isAbsent && <option value={value.id}>{value.name}</option>}
        {members.map(({ user }) => (
          <option key={user.id} value={user.id}>
            {user.name}
          </option>
        ))}
      </select>
      {value?.unavailable && <p class="muted small">{reasonOf(value)}</p>}
      {wrong && <p class="wrong">{wrong}</p>}
    </div>
  );
}
