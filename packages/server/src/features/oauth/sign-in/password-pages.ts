import { type Child, FORM_SCRIPT, html, type Markup, type Page, passwordField } from '../../../html/index.ts';

export interface PasswordState {
  action: string;
  guard: Markup;
  problem?: string | undefined;
}

const HINT = 'At least 10 characters. A few unrelated words work well.';

const notice = (problem: string | undefined): Child =>
  problem && html`<p class="notice bad" role="alert">${problem}</p>`;

const oldPassword = passwordField({
  name: 'old',
  label: 'Current password',
  autocomplete: 'current-password',
  attributes: html` required maxlength="1024"`,
});
const newPassword = passwordField({
  name: 'password',
  label: 'New password',
  autocomplete: 'new-password',
  attributes: html` required minlength="10" maxlength="200"`,
  hint: HINT,
});

export function changePage({ action, guard, problem, back }: PasswordState & { back: string }): Page {
  return {
    title: 'Change your password',
    script: FORM_SCRIPT,
    content: html`<header><h1>Change your password</h1><p class="muted">You stay signed in here and will be signed out everywhere else.</p></header>
${notice(problem)}
<form class="stack" method="post" action="${action}">${guard}
${oldPassword}
${newPassword}<button class="button primary wide" type="submit">Change</button></form>
<a class="button plain wide" href="${back}">Account</a>`,
  };
}

export function resetPage({ action, guard, problem, token }: PasswordState & { token: string }): Page {
  return {
    title: 'Choose a password',
    script: FORM_SCRIPT,
    content: html`<header><h1>Choose a password</h1></header>
${notice(problem)}
<form class="stack" method="post" action="${action}">${guard}<input type="hidden" name="token" value="${token}">
${newPassword}<button class="button primary wide" type="submit">Set the password</button></form>`,
  };
}

export function forgottenPage(
  { action, guard, back }: PasswordState & { back: string },
  byMail: boolean,
): Page {
  const ask = html`<form class="stack" method="post" action="${action}">${guard}
<div class="field"><label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320"></div>
<button class="button primary wide" type="submit">Send link</button></form>`;
  return {
    title: 'Forgot your password?',
    script: FORM_SCRIPT,
    content: html`<header><h1>Forgot your password?</h1><p class="muted">${
      byMail
        ? 'We’ll send you a link to choose a new one.'
        : 'This server can’t send email. Ask an administrator for a password reset link.'
    }</p></header>${byMail && ask}
<a class="button plain wide" href="${back}">Back to sign-in</a>`,
  };
}

export function donePage(title: string, message: string, next: { href: string; text: string }): Page {
  return {
    title,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
<a class="button primary wide" href="${next.href}">${next.text}</a>`,
  };
}
