import type { StepSignature } from '@ringbinder/protocol';
import { html, type Markup, type Words } from '../../html/index.ts';
import type { SignaturesInput } from '../transactions/index.ts';
import type { EnteredForm } from './form-page.ts';

const entryName = (id: string) => `signatures.${id}`;
const fileName = (id: string) => `files.${id}`;

/** Drawing needs a script, so the signatures of this page are typed. */
export const signatureFields = (
  { text }: Words,
  places: readonly StepSignature[],
  entered: EnteredForm | undefined,
): Markup[] =>
  places.map(({ id, label, required, base_file_id }) => {
    const problem = entered?.problems.get(id);
    const value = entered?.valueOf(entryName(id)) ?? '';
    const attributes = html`id="${id}" name="${entryName(id)}" aria-describedby="${problem ? `${id}-wrong ` : ''}${id}-help"${problem && html` aria-invalid="true"`}`;
    return html`<div class="field"><label for="${id}">${required ? label : text('page.optional_field', { label })}</label>
<input type="text" value="${value}" maxlength="200" autocomplete="name" ${attributes}><input type="hidden" name="${fileName(id)}" value="${base_file_id ?? ''}">
${problem && html`<p class="wrong" id="${id}-wrong">${problem}</p>`}<p class="hint" id="${id}-help">${text('page.type_to_sign')}</p></div>`;
  });

export function typedSignatures(
  places: readonly StepSignature[],
  entryOf: (name: string) => string | null,
): SignaturesInput {
  return Object.fromEntries(
    places.flatMap(({ id }) => {
      const text = entryOf(entryName(id))?.trim();
      const base_file_id = entryOf(fileName(id));
      return text ? [[id, { text, ...(base_file_id && { base_file_id }) }]] : [];
    }),
  );
}
