import {
  type Child,
  formScript,
  html,
  type Markup,
  type Page,
  passwordField,
  technicalDetail,
  type Words,
} from '../../../html/index.ts';
import { MIN_PASSWORD_LENGTH } from '../../users/index.ts';

export interface SetupProblem {
  field: string;
  message: string;
}

export interface SetupState {
  action: string;
  guard: Markup;
  token: string;
  values: Readonly<Record<string, string>>;
  problem?: SetupProblem | undefined;
}

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email';
  autocomplete: string;
  hint?: string;
  required?: boolean;
}

const installationFields = ({ text }: Words): readonly Field[] => [
  {
    name: 'partner_name',
    label: text('page.company'),
    type: 'text',
    autocomplete: 'organization',
    hint: text('page.company_hint'),
    required: true,
  },
  {
    name: 'org_name',
    label: text('page.first_org'),
    type: 'text',
    autocomplete: 'off',
    hint: text('page.first_org_hint'),
    required: true,
  },
];
const nameFields = ({ text }: Words): readonly Field[] => [
  { name: 'first_name', label: text('page.first_name'), type: 'text', autocomplete: 'given-name' },
  { name: 'last_name', label: text('page.last_name'), type: 'text', autocomplete: 'family-name' },
];
const emailField = ({ text }: Words): Field => ({
  name: 'email',
  label: text('page.email'),
  type: 'email',
  autocomplete: 'username',
  required: true,
});

export function setupLabels(words: Words): Readonly<Record<string, string>> {
  const fields = [...installationFields(words), ...nameFields(words), emailField(words)];
  return {
    ...Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    password: words.text('page.password'),
  };
}

function renderField(
  { name, label, type, autocomplete, hint, required }: Field,
  { values, problem }: Pick<SetupState, 'values' | 'problem'>,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${values[name] ?? ''}"${hint && html` aria-describedby="${name}-hint"`}${required && html` required`}${markInvalid(name, problem)}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;
}

function markInvalid(name: string, problem: SetupProblem | undefined): Child {
  return problem?.field === name && html` aria-invalid="true" autofocus`;
}

function renderPassword(words: Words, { problem }: Pick<SetupState, 'problem'>): Markup {
  return passwordField(words, {
    name: 'password',
    label: words.text('page.password'),
    autocomplete: 'new-password',
    attributes: html` required${markInvalid('password', problem)}`,
    hint: words.text('page.password_hint', { count: MIN_PASSWORD_LENGTH }),
  });
}

export function setupFormPage(words: Words, { action, guard, token, values, problem }: SetupState): Page {
  const { tag, text } = words;
  const render = (field: Field) => renderField(field, { values, problem });
  return {
    title: text('page.setup_title'),
    language: tag,
    script: formScript(words),
    content: html`<header><h1>${text('page.setup_title')}</h1><p class="muted">${text('page.first_admin')}</p></header>
${problem && html`<p class="notice bad" role="alert">${problem.message}</p>`}
<form class="stack" method="post" action="${action}">
${guard}<input type="hidden" name="token" value="${token}">
${installationFields(words).map(render)}
<div class="pair">${nameFields(words).map(render)}</div>
${render(emailField(words))}
${renderPassword(words, { problem })}
<button class="button primary wide" type="submit">${text('page.set_up')}</button>
</form>`,
  };
}

export function setupProblemPage(
  { tag, text }: Words,
  { title, message, detail }: { title: string; message: string; detail?: string | undefined },
  signIn?: string,
): Page {
  return {
    title,
    language: tag,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
${detail !== undefined && technicalDetail(detail)}
${signIn !== undefined && html`<a class="button wide" href="${signIn}">${text('page.sign_in')}</a>`}`,
  };
}
