import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { type Child, html, type Page, sentence, technicalDetail, type Words } from '../../html/index.ts';
import type { readLinkedStep } from './answer.ts';
import { type FileProblems, fileFields } from './file-page.ts';
import { type EnteredForm, formFields } from './form-page.ts';
import { signatureFields } from './sign-page.ts';

type LinkedStep = Awaited<ReturnType<typeof readLinkedStep>>;

interface Target {
  path: string;
  token: string;
}

export function stepPage(
  words: Words,
  linkedStep: LinkedStep,
  { path, token }: Target,
  entered?: EnteredForm,
  fileProblems?: FileProblems,
): Page {
  const { tag, text } = words;
  const { binder, transaction, step, user } = linkedStep;
  const content = plainText(transaction.content);
  const buttons = step.actions.map(
    (action, index) =>
      html`<button class="button wide ${toneOf(action, index)}" type="submit" name="click_button_id" value="${action.id}">${words.answer(action.text)}</button>`,
  );
  const isFixed = (step.pressed_count ?? 0) > 0;
  const files = fileFields(words, step.file_requests ?? [], path, { problems: fileProblems, isFixed });
  return {
    title: transaction.title,
    language: tag,
    content: html`<header><h1>${transaction.title}</h1><p class="muted">${text('page.asks_answer', { name: transaction.creator.name, binder: binder.name })}</p></header>
${entered && (fileProblems || entered.problems.size > 0) && html`<p class="notice bad" role="alert">${text('page.answers_need_change')}</p>`}
${content !== '' && html`<p class="request-text">${content}</p>`}
${unreadNotice(words, step)}
${unavailableNotice(words, linkedStep) ?? html`<form class="stack" method="post" action="${path}"><input type="hidden" name="token" value="${token}">${files.length > 0 && enterButton(step)}${formFields(words, step.fields ?? [], entered)}${signatureFields(words, step.signatures ?? [], entered)}${files}${buttons}</form>`}
<p class="muted">${text('page.answering_as', { name: user.name })}</p>`,
  };
}

/** The Enter key presses the first button of a form, which must not be an upload button. */
const enterButton = ({ actions: [first] }: LinkedStep['step']): Child =>
  first &&
  html`<button class="hidden-visually" type="submit" name="click_button_id" value="${first.id}" tabindex="-1" aria-hidden="true"></button>`;

/** The link gives no access to pages, so the person must read them elsewhere. */
function unreadNotice({ text }: Words, { status, pages = [] }: LinkedStep['step']): Child {
  const unread = pages.filter(({ is_read }) => !is_read).map(({ name }) => `“${name}”`);
  if (status !== 'current' || unread.length === 0) return undefined;
  return html`<p class="notice">${text('page.open_pages_first', { names: unread.join(', ') })}</p>`;
}

function unavailableNotice({ text }: Words, { transaction, step }: LinkedStep): Child {
  if (step.status === 'waiting')
    return step.is_blocked
      ? html`<p class="notice">${text('page.step_blocked')}</p>`
      : html`<p class="notice">${text('page.step_waiting')}</p>`;
  if (step.status !== 'current') return html`<p class="notice">${text('page.step_closed')}</p>`;
  return transaction.is_active ? undefined : html`<p class="notice">${text('page.step_stopped')}</p>`;
}

export function answeredPage(words: Words, { transaction, step }: LinkedStep, buttonId: string): Page {
  const { tag, text } = words;
  const answer = words.answer(step.actions.find(({ id }) => id === buttonId)?.text ?? '');
  return {
    title: text('page.thank_you'),
    language: tag,
    content: html`<header><h1>${text('page.thank_you')}</h1><p class="muted">${text('page.request_title', { title: transaction.title })}</p></header>
<p role="status">${sentence(words, 'page.your_answer', { answer: html`<strong>${answer}</strong>` })}</p>`,
  };
}

export function deadLinkPage({ tag, text }: Words): Page {
  return {
    title: text('page.dead_link'),
    language: tag,
    content: html`<header><h1>${text('page.dead_link')}</h1><p class="muted">${text('page.answer_dead')}</p></header>`,
  };
}

export function problemPage(
  { tag, text }: Words,
  { message, detail }: { message: string; detail: string | undefined },
  { path, token }: Target,
): Page {
  return {
    title: text('page.did_not_work'),
    language: tag,
    content: html`<header><h1>${text('page.did_not_work')}</h1><p class="muted">${message}</p></header>
${detail !== undefined && technicalDetail(detail)}
${token !== '' && html`<form class="stack" method="post" action="${path}"><input type="hidden" name="token" value="${token}"><button class="button wide" type="submit">${text('page.back')}</button></form>`}`,
  };
}
