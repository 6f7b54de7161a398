import { type Child, html, type Markup } from './markup.ts';
import type { Words } from './words.ts';

interface PasswordField {
  name: string;
  label: string;
  autocomplete: 'current-password' | 'new-password';
  attributes?: Child;
  hint?: string | undefined;
}

/** Some browsers send a shown password to a spelling server. */
export function passwordField(
  { text }: Words,
  { name, label, autocomplete, attributes, hint }: PasswordField,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<div class="secret"><input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" autocapitalize="none" autocorrect="off" spellcheck="false"${hint && html` aria-describedby="${name}-hint"`}${attributes}>
<button class="button" type="button" aria-controls="${name}" hidden>${text('page.show')}<span class="hidden-visually"> ${label}</span></button></div>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;
}

/** Password managers need the type `password` on submission. */
export const PASSWORD_SCRIPT = `for (const button of document.querySelectorAll('.secret button')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const show = (shown) => {
    const { selectionStart, selectionEnd, selectionDirection } = field;
    field.type = shown ? 'text' : 'password';
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
    button.firstChild.data = shown ? texts.hide : texts.show;
  };
  button.hidden = false;
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => show(field.type === 'password'));
  field.form.addEventListener('submit', (event) => event.defaultPrevented || show(false));
}`;
