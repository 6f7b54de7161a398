import { type Child, FORM_SCRIPT, html, type Markup, type Page, passwordField } from '../../../html/index.ts';

export interface SetupProblem {
  field: string;
  message: string;
}

export interface SetupState {
  action: string;
  guard: Markup;
  token: string;
  /** The values of a rejected form. */
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

const INSTALLATION: readonly Field[] = [
  {
    name: 'partner_name',
    label: 'Your company',
    type: 'text',
    autocomplete: 'organization',
    hint: 'The company that runs this server (the partner).',
    required: true,
  },
  {
    name: 'org_name',
    label: 'First organisation',
    type: 'text',
    autocomplete: 'off',
    hint: 'People, binders and bots belong to an organisation. You can add more later.',
    required: true,
  },
];
const NAMES: readonly Field[] = [
  { name: 'first_name', label: 'First name', type: 'text', autocomplete: 'given-name' },
  { name: 'last_name', label: 'Last name', type: 'text', autocomplete: 'family-name' },
];
const EMAIL: Field = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: 'username',
  required: true,
};
const PASSWORD_HINT = 'At least 10 characters. A few unrelated words work well.';

function writeField(
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

/** Empty also in a rejected form. */
function writePassword({ problem }: Pick<SetupState, 'problem'>): Markup {
  return passwordField({
    name: 'password',
    label: 'Password',
    autocomplete: 'new-password',
    attributes: html` required${markInvalid('password', problem)}`,
    hint: PASSWORD_HINT,
  });
}

export function setupFormPage({ action, guard, token, values, problem }: SetupState): Page {
  const write = (field: Field) => writeField(field, { values, problem });
  return {
    title: 'Set up Ringbinder',
    script: FORM_SCRIPT,
    content: html`<header><h1>Set up Ringbinder</h1><p class="muted">You will be the first admin of this server.</p></header>
${problem && html`<p class="notice bad" role="alert">${problem.message}</p>`}
<form class="stack" method="post" action="${action}">
${guard}<input type="hidden" name="token" value="${token}">
${INSTALLATION.map(write)}
<div class="pair">${NAMES.map(write)}</div>
${write(EMAIL)}
${writePassword({ problem })}
<button class="button primary wide" type="submit">Set up</button>
</form>`,
  };
}

export function setupProblemPage(title: string, message: string, signIn?: string): Page {
  return {
    title,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
${signIn !== undefined && html`<a class="button wide" href="${signIn}">Sign in</a>`}`,
  };
}
