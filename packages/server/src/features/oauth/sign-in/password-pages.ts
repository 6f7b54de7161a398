import {
  type Child,
  formScript,
  html,
  type Markup,
  type Page,
  passwordField,
  type Words,
} from '../../../html/index.ts';
import { MIN_PASSWORD_LENGTH } from '../../users/index.ts';

export interface PasswordState {
  action: string;
  guard: Markup;
  problem?: string | undefined;
}

const notice = (problem: string | undefined): Child =>
  problem && html`<p class="notice bad" role="alert">${problem}</p>`;

const oldPassword = (words: Words) =>
  passwordField(words, {
    name: 'old',
    label: words.text('page.current_password'),
    autocomplete: 'current-password',
    attributes: html` required maxlength="1024"`,
  });
const newPassword = (words: Words) =>
  passwordField(words, {
    name: 'password',
    label: words.text('page.new_password'),
    autocomplete: 'new-password',
    attributes: html` required minlength="${MIN_PASSWORD_LENGTH}" maxlength="200"`,
    hint: words.text('page.password_hint', { count: MIN_PASSWORD_LENGTH }),
  });

export function changePage(
  words: Words,
  { action, guard, problem, back }: PasswordState & { back: string },
): Page {
  const { tag, text } = words;
  return {
    title: text('page.change_password'),
    language: tag,
    script: formScript(words),
    content: html`<header><h1>${text('page.change_password')}</h1><p class="muted">${text('page.change_password_hint')}</p></header>
${notice(problem)}
<form class="stack" method="post" action="${action}">${guard}
${oldPassword(words)}
${newPassword(words)}<button class="button primary wide" type="submit">${text('page.change')}</button></form>
<a class="button plain wide" href="${back}">${text('page.account')}</a>`,
  };
}

export function resetPage(
  words: Words,
  { action, guard, problem, token }: PasswordState & { token: string },
): Page {
  const { tag, text } = words;
  return {
    title: text('page.choose_password'),
    language: tag,
    script: formScript(words),
    content: html`<header><h1>${text('page.choose_password')}</h1></header>
${notice(problem)}
<form class="stack" method="post" action="${action}">${guard}<input type="hidden" name="token" value="${token}">
${newPassword(words)}<button class="button primary wide" type="submit">${text('page.set_password')}</button></form>`,
  };
}

export function forgottenPage(
  words: Words,
  { action, guard, back, email }: PasswordState & { back: string; email: string },
  byMail: boolean,
): Page {
  const { tag, text } = words;
  const ask = html`<form class="stack" method="post" action="${action}">${guard}
<div class="field"><label for="email">${text('page.email')}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}"></div>
<button class="button primary wide" type="submit">${text('page.send_link')}</button></form>`;
  return {
    title: text('page.forgot'),
    language: tag,
    script: formScript(words),
    content: html`<header><h1>${text('page.forgot')}</h1><p class="muted">${
      byMail ? text('page.link_by_email') : text('page.no_email')
    }</p></header>${byMail && ask}
<a class="button plain wide" href="${back}">${text('page.back_to_sign_in')}</a>`,
  };
}

export function donePage(
  { tag }: Words,
  title: string,
  message: string,
  next: { href: string; text: string },
): Page {
  return {
    title,
    language: tag,
    content: html`<header><h1>${title}</h1><p class="muted">${message}</p></header>
<a class="button primary wide" href="${next.href}">${next.text}</a>`,
  };
}
