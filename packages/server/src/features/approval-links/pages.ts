import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { type Child, html, type Page, sentenceOf } from '../../html/index.ts';
import type { readLinkedStep } from './answer.ts';
import { formFields, type RejectedForm } from './form-page.ts';

type LinkedStep = Awaited<ReturnType<typeof readLinkedStep>>;

interface Target {
  path: string;
  token: string;
}

/** @param rejected what the person entered, if the server rejected it */
export function stepPage(seen: LinkedStep, { path, token }: Target, rejected?: RejectedForm): Page {
  const { binder, transaction, step, user } = seen;
  const content = plainText(transaction.content);
  const buttons = step.actions.map(
    (action, index) =>
      html`<button class="button wide ${toneOf(action, index)}" type="submit" name="click_button_id" value="${action.id}">${action.text}</button>`,
  );
  return {
    title: transaction.title,
    content: html`<header><h1>${transaction.title}</h1><p class="muted">${transaction.creator.name} asks for your answer in “${binder.name}”.</p></header>
${rejected && html`<p class="notice bad" role="alert">Some answers need a change.</p>`}
${content !== '' && html`<p class="request-text">${content}</p>`}
${unreadNotice(step)}
${notNow(seen) ?? html`<form class="stack" method="post" action="${path}"><input type="hidden" name="token" value="${token}">${formFields(step.fields ?? [], rejected)}${buttons}</form>`}
<p class="muted">You’re answering as ${user.name}. Your answer is final.</p>`,
  };
}

/** The link opens no pages of the binder. */
function unreadNotice({ status, pages = [] }: LinkedStep['step']): Child {
  const unread = pages.filter(({ is_read }) => !is_read).map(({ name }) => `“${name}”`);
  if (status !== 'current' || unread.length === 0) return undefined;
  return html`<p class="notice">Open these pages to the end in the app first: ${unread.join(', ')}.</p>`;
}

function notNow({ transaction, step }: LinkedStep): Child {
  if (step.status === 'waiting')
    return step.is_blocked
      ? html`<p class="notice">It is not your turn yet. Someone who answers before you is no longer available. The people who can reassign their step have been notified.</p>`
      : html`<p class="notice">It is not your turn yet. Others answer first.</p>`;
  if (step.status !== 'current') return html`<p class="notice">This request is already closed.</p>`;
  return transaction.is_active
    ? undefined
    : html`<p class="notice">This request is stopped. You can’t answer it right now.</p>`;
}

export function answeredPage({ transaction, step }: LinkedStep, buttonId: string): Page {
  const text = step.actions.find(({ id }) => id === buttonId)?.text ?? '';
  return {
    title: 'Thank you',
    content: html`<header><h1>Thank you</h1><p class="muted">“${transaction.title}”</p></header>
<p role="status">Your answer is <strong>${text}</strong>. You can close this page.</p>`,
  };
}

export function deadLinkPage(): Page {
  return {
    title: 'This link does not work',
    content: html`<header><h1>This link does not work</h1><p class="muted">It was used, has expired or is incomplete, or the request was reassigned. Ask the sender for a new link.</p></header>`,
  };
}

/** For other errors. Has a back button unless `token` is empty. */
export function problemPage(message: string, { path, token }: Target): Page {
  return {
    title: 'This did not work',
    content: html`<header><h1>This did not work</h1><p class="muted">${sentenceOf(message)}</p></header>
${token !== '' && html`<form class="stack" method="post" action="${path}"><input type="hidden" name="token" value="${token}"><button class="button wide" type="submit">Back</button></form>`}`,
  };
}
