import type { FormField } from '@ringbinder/protocol';
import { decimalsOf, isEntered } from '@ringbinder/protocol/form-answers.ts';
import { type Child, html, type Markup, type Words } from '../../html/index.ts';

export interface EnteredForm {
  valueOf(id: string): string | null;
  problems: ReadonlyMap<string, string>;
}

export const entryName = (id: string) => `answers.${id}`;

/** The inputs lack the attribute `required`, because a rejection needs no answers. */
export const formFields = (
  words: Words,
  fields: readonly FormField[],
  entered: EnteredForm | undefined,
): Markup[] =>
  fields.filter(isEntered).map((field) => {
    const { id, type, label, help, required } = field;
    const problem = entered?.problems.get(id);
    const value = entered?.valueOf(entryName(id)) ?? '';
    const describedBy = [problem && `${id}-wrong`, help && `${id}-help`].filter(Boolean).join(' ');
    const attributes = html`id="${id}" name="${entryName(id)}"${describedBy !== '' && html` aria-describedby="${describedBy}"`}${problem && html` aria-invalid="true"`}`;
    const notes = html`${problem && html`<p class="wrong" id="${id}-wrong">${problem}</p>`}${help && html`<p class="hint" id="${id}-help">${help}</p>`}`;
    if (type === 'checkbox')
      return html`<div class="field"><label class="check"><input type="checkbox" value="on" ${attributes}${value !== '' && html` checked`}> ${label}</label>${notes}</div>`;
    return html`<div class="field"><label for="${id}">${labelOf(words, label, field.currency, required)}</label>
${control(field, attributes, value)}${notes}</div>`;
  });

function labelOf({ text }: Words, name: string, currency?: string, required?: boolean): string {
  const label = currency === undefined ? name : `${name} (${currency})`;
  return required ? label : text('page.optional_field', { label });
}

function control({ type, options = [], currency = 'EUR' }: FormField, about: Markup, value: string): Child {
  switch (type) {
    case 'choice': {
      const choices = options.map(
        (option) => html`<option${option === value && html` selected`}>${option}</option>`,
      );
      return html`<select ${about}><option value=""></option>${choices}</select>`;
    }
    case 'date':
      return html`<input type="date" value="${value}" ${about}>`;
    case 'number':
      return html`<input type="number" step="any" value="${value}" ${about}>`;
    case 'money':
      return html`<input type="number" step="${1 / 10 ** decimalsOf(currency)}" value="${value}" ${about}>`;
    default:
      return html`<input type="text" value="${value}" autocomplete="off" ${about}>`;
  }
}
