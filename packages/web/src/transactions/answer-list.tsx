import type { FormAnswers, FormField } from '@ringbinder/protocol';
import { isEntered } from '@ringbinder/protocol/form-answers.ts';
import { dateFormat } from '../design/format.ts';
import { readersLocale } from '../design/locale.ts';
import { formAnswers as text } from '../strings/messages/form-answers.ts';

interface AnswerListProps {
  fields: readonly FormField[] | undefined;
  answers: FormAnswers | undefined;
}

export function AnswerList({ fields = [], answers = {} }: AnswerListProps) {
  const given = fields.filter((field) => isEntered(field) && answers[field.id] !== undefined);
  if (given.length === 0) return null;
  return (
    <dl class="given-answers small">
      {given.map((field) => (
        <div key={field.id}>
          <dt dir="auto" class="muted">
            {field.label}
          </dt>
          <dd dir="auto">{shown(field, answers[field.id])}</dd>
        </div>
      ))}
    </dl>
  );
}

export function QuestionList({ fields = [] }: { fields: readonly FormField[] | undefined }) {
  const asked = fields.filter(isEntered);
  if (asked.length === 0) return null;
  return (
    <ul class="asked-questions muted small" aria-label={text.questions}>
      {asked.map(({ id, label }) => (
        <li key={id} dir="auto">
          {label}
        </li>
      ))}
    </ul>
  );
}

const utcDays = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

function shown({ type, currency }: FormField, value: FormAnswers[string] | undefined): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  const words = String(value);
  if (type === 'money' && currency)
    return new Intl.NumberFormat(readersLocale(), { style: 'currency', currency }).format(
      words as `${number}`,
    );
  return type === 'date' ? utcDays().format(new Date(words)) : words;
}
