import { html, type Markup, type Page } from '../../../html/index.ts';

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
  type: 'text' | 'email' | 'password';
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
const SIGN_IN: readonly Field[] = [
  { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', required: true },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 10 characters. A few unrelated words work well.',
    required: true,
  },
];

function writeField(
  { name, label, type, autocomplete, hint, required }: Field,
  { values, problem }: Pick<SetupState, 'values' | 'problem'>,
): Markup {
  const value = type === 'password' ? '' : (values[name] ?? '');
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${hint && html` aria-describedby="${name}-hint"`}${required && html` required`}${problem?.field === name && html` aria-invalid="true" autofocus`}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`;
}

export function setupFormPage({ action, guard, token, values, problem }: SetupState): Page {
  const write = (field: Field) => writeField(field, { values, problem });
  return {
    title: 'Set up Ringbinder',
    content: html`<header><h1>Set up Ringbinder</h1><p class="muted">You will be the first admin of this server.</p></header>
${problem && html`<p class="notice bad" role="alert">${problem.message}</p>`}
<form class="stack" method="post" action="${action}">
${guard}<input type="hidden" name="token" value="${token}">
${INSTALLATION.map(write)}
<div class="pair">${NAMES.map(write)}</div>
${SIGN_IN.map(write)}
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
