import { type Child, html, type Markup } from './markup.ts';
import type { Words } from './words.ts';

interface PasswordField {
  name: string;
  label: string;
  autocomplete: 'current-password' | 'new-password';
  /** Further attributes of the input. */
  attributes?: Child;
  hint?: string | undefined;
}

/**
 * A password with a button that shows it, which appears with `formScript`. A shown password is an ordinary text
 * field, so the browser must not check its spelling, which some do on another server.
 */
export function passwordField(
  { text }: Words,
  { name, label, autocomplete, attributes, hint }: PasswordField,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<div class="secret"><input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" autocapitalize="none" autocorrect="off" spellcheck="false"${hint && html` aria-describedby="${name}-hint"`}${attributes}>
<button class="button" type="button" aria-controls="${name}" hidden>${text('page.show')}<span class="hidden-visually"> ${label}</span></button></div>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;
}

/**
 * Password managers save only from fields of type `password`, so a submitted form hides its passwords again. A press
 * does not move the focus out of the field, which keeps the keyboard of a phone open.
 */
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
