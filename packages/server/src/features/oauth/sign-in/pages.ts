import {
  formScript,
  html,
  languageMenu,
  type Markup,
  type Page,
  passwordField,
  technicalDetail,
  type Words,
} from '../../../html/index.ts';

export interface SignInState {
  action: string;
  guard: Markup;
  next: string;
  forgotten: string;
  email: string;
  remember: boolean;
  notYou: string | undefined;
  problem?: string | undefined;
  orgs?: readonly { id: string; name: string }[];
  providers: readonly { name: string; href: string }[];
  url: string;
}

export function signInPage(words: Words, state: SignInState): Page {
  const { tag, text } = words;
  const { action, guard, next, forgotten, email, remember, notYou, problem, orgs = [], providers } = state;
  const choose = orgs.length > 0;
  return {
    title: text('page.sign_in'),
    language: tag,
    script: formScript(words),
    footer: languageMenu(words, state),
    content: html`<header><h1>${text('page.sign_in')}</h1></header>
${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
${
  providers.length > 0 &&
  html`<div class="actions">${providers.map(({ name, href }) => html`<a class="button wide" href="${href}">${text('page.continue_with', { name })}</a>`)}</div>
<p class="divider"><span>${text('page.or_password')}</span></p>`
}
<form class="stack" method="post" action="${action}">
${guard}<input type="hidden" name="next" value="${next}">
<div class="field"><div class="row"><label for="email">${text('page.email')}</label>${notYou !== undefined && html`<a class="small" href="${notYou}">${text('page.not_you')}</a>`}</div>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}"${email === '' && html` autofocus`}></div>
${passwordField(words, {
  name: 'password',
  label: text('page.password'),
  autocomplete: 'current-password',
  attributes: html` required maxlength="1024"${email !== '' && html` autofocus`}`,
})}
${
  choose &&
  html`<div class="field"><label for="org_id">${text('page.organisation')}</label>
<select id="org_id" name="org_id" required>${orgs.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>
<p class="hint">${text('page.choose_organisation')}</p></div>`
}
<label class="check"><input type="checkbox" name="remember" value="true"${remember && html` checked`}>${text('page.remember_email')}</label>
<button class="button primary wide" type="submit">${text('page.sign_in')}</button>
</form>
<a class="button plain wide" href="${forgotten}">${text('page.forgot')}</a>
<p class="small muted">${text('page.no_account')}</p>`,
  };
}

export function continuePage({ tag, text }: Words, next: string): Page {
  return {
    title: text('page.signed_in_title'),
    language: tag,
    refreshTo: next,
    content: html`<header><h1>${text('page.signed_in')}</h1></header>
<a class="button primary wide" href="${next}">${text('page.continue')}</a>`,
  };
}

export function accountPage(
  words: Words,
  state: {
    app: string;
    admin: string | undefined;
    signOut: string;
    changePassword: string;
    editProfile: string;
    sessions: string;
    back: string | undefined;
    guard: Markup;
    name: string;
    email: string | null;
    org: string;
    url: string;
  },
): Page {
  const { tag, text } = words;
  return {
    title: text('page.account'),
    language: tag,
    footer: languageMenu(words, state),
    content: html`${state.back !== undefined && html`<a class="way-back" href="${state.back}">${text('page.back')}</a>`}
<header><h1>${text('page.signed_in')}</h1></header>
<p class="person"><strong>${state.name}</strong>${state.email && html`<span class="muted small">${state.email}</span>`}<span class="muted small">${state.org}</span></p>
<div class="actions"><a class="button primary wide" href="${state.editProfile}">${text('page.edit_profile')}</a>
${state.back === undefined && html`<a class="button wide" href="${state.app}">${text('page.go_to_binders')}</a>`}
${state.admin !== undefined && html`<a class="button wide" href="${state.admin}">${text('page.open_console')}</a>`}
<a class="button wide" href="${state.changePassword}">${text('page.change_password')}</a>
<a class="button wide" href="${state.sessions}">${text('page.sessions')}</a>
<form method="post" action="${state.signOut}">${state.guard}<button class="button plain wide" type="submit">${text('page.sign_out')}</button></form></div>`,
  };
}

export function problemPage(
  { tag, text }: Words,
  { title, message, detail }: { title: string; message: string; detail?: string | undefined },
  requestId: string,
): Page {
  return {
    title,
    language: tag,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
${detail !== undefined && technicalDetail(detail)}
<p class="small muted">${text('page.request', { id: requestId })}</p>`,
  };
}
