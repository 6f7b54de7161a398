import type { Action, FormField } from '@ringbinder/protocol';
import { answersOf, type EnteredAnswers } from '@ringbinder/protocol/form-answers.ts';
import { FormDialog, useUnsaved, useWrong } from '../design/form-dialog.tsx';
import { systemWords } from '../strings/system-words.ts';
import { FormControl } from './form-control.tsx';

interface AnswerFormProps {
  title: string;
  fields: readonly FormField[];
  action: Action;
  send: (answers: EnteredAnswers) => Promise<void>;
  close: () => void;
}

export function AnswerForm({ title, fields, action, send, close }: AnswerFormProps) {
  return (
    <FormDialog
      title={title}
      submit={systemWords(action.text)}
      close={close}
      {...useUnsaved()}
      send={(values) =>
        send(answersOf(fields, (id) => (values.has(nameOf(id)) ? values.get(nameOf(id)) : null)))
      }
    >
      {fields.map((field) => (
        <Control key={field.id} field={field} />
      ))}
    </FormDialog>
  );
}

const nameOf = (id: string) => `answers.${id}`;

function Control({ field }: { field: FormField }) {
  const name = nameOf(field.id);
  return <FormControl field={field} name={name} wrong={useWrong(name)} />;
}
