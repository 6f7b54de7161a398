import { FORM_SCRIPT, html, type Markup, type Page, passwordField } from '../../../html/index.ts';

export interface SignInState {
  action: string;
  guard: Markup;
  next: string;
  forgotten: string;
  email: string;
  /** Whether the browser is to remember the email address. */
  remember: boolean;
  /** URL that forgets the remembered email address; undefined without one. */
  notYou: string | undefined;
  problem?: string | undefined;
  /** Orgs to choose from when the address has several accounts. */
  orgs?: readonly { id: string; name: string }[];
  providers: readonly { name: string; href: string }[];
}

export function signInPage(state: SignInState): Page {
  const { action, guard, next, forgotten, email, remember, notYou, problem, orgs = [], providers } = state;
  const choose = orgs.length > 0;
  return {
    title: 'Sign in',
    script: FORM_SCRIPT,
    content: html`<header><h1>Sign in</h1></header>
${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
${
  providers.length > 0 &&
  html`<div class="actions">${providers.map(({ name, href }) => html`<a class="button wide" href="${href}">Continue with ${name}</a>`)}</div>
<p class="divider"><span>or with your password</span></p>`
}
<form class="stack" method="post" action="${action}">
${guard}<input type="hidden" name="next" value="${next}">
<div class="field"><div class="row"><label for="email">Email address</label>${notYou !== undefined && html`<a class="small" href="${notYou}">Not you?</a>`}</div>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}"${email === '' && html` autofocus`}></div>
${passwordField({
  name: 'password',
  label: 'Password',
  autocomplete: 'current-password',
  attributes: html` required maxlength="1024"${email !== '' && html` autofocus`}`,
})}
${
  choose &&
  html`<div class="field"><label for="org_id">Organisation</label>
<select id="org_id" name="org_id" required>${orgs.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>
<p class="hint">Your email address has an account in each of these organisations. Choose one and enter your password again.</p></div>`
}
<label class="check"><input type="checkbox" name="remember" value="true"${remember && html` checked`}>Remember my email address</label>
<button class="button primary wide" type="submit">Sign in</button>
</form>
<a class="button plain wide" href="${forgotten}">Forgot your password?</a>`,
  };
}

/** A page that redirects to the sign-in's target. @param next a path of ours */
export function continuePage(next: string): Page {
  return {
    title: 'Signed in',
    refreshTo: next,
    content: html`<header><h1>You are signed in</h1></header>
<a class="button primary wide" href="${next}">Continue</a>`,
  };
}

export function accountPage(state: {
  app: string;
  /** URL of the console; undefined for non-admins. */
  admin: string | undefined;
  signOut: string;
  changePassword: string;
  editProfile: string;
  guard: Markup;
  name: string;
  email: string | null;
  org: string;
}): Page {
  return {
    title: 'Account',
    content: html`<header><h1>You are signed in</h1></header>
<p class="person"><strong>${state.name}</strong>${state.email && html`<span class="muted small">${state.email}</span>`}<span class="muted small">${state.org}</span></p>
<div class="actions"><a class="button primary wide" href="${state.app}">Go to your binders</a>
${state.admin !== undefined && html`<a class="button wide" href="${state.admin}">Open the console</a>`}
<form method="post" action="${state.signOut}">${state.guard}<button class="button wide" type="submit">Sign out</button></form>
<a class="button plain wide" href="${state.editProfile}">Edit your profile</a>
<a class="button plain wide" href="${state.changePassword}">Change your password</a></div>`,
  };
}

export function problemPage(title: string, message: string, requestId: string): Page {
  return {
    title,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
<p class="small muted">Request ${requestId}</p>`,
  };
}
