import type { FormField } from '@ringbinder/protocol';
import { isEntered } from '@ringbinder/protocol/form-answers.ts';
import { html, type Page, type Words } from '../../html/index.ts';
import type { LinkedPress, readLinkedStep } from './answer.ts';
import { fileEntryName } from './file-page.ts';

interface Confirmation {
  press: LinkedPress;
  entries: URLSearchParams;
}

/** The “Back” button sends no `click_button_id`, so the server shows the form again. */
export function confirmPage(
  words: Words,
  { transaction, step, user }: Awaited<ReturnType<typeof readLinkedStep>>,
  { path, token }: { path: string; token: string },
  { press, entries }: Confirmation,
): Page {
  const { tag, text } = words;
  const { answers = {}, signatures = {}, buttonId } = press;
  const button = words.answer(step.actions.find(({ id }) => id === buttonId)?.text ?? '');
  const parts = [
    ...(step.file_requests ?? []).map(({ label, files }) => [
      label,
      files.map(({ name }) => name).join(', '),
    ]),
    ...(step.fields ?? [])
      .filter(isEntered)
      .map((field) => [field.label, answerText(words, field, answers[field.id])]),
    ...(step.signatures ?? []).map(({ id, label }) => [label, signatures[id]?.text]),
  ].flatMap(([label, value]) => (value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : []));
  const ownEntries = ['token', 'click_button_id', 'confirmed'];
  const hidden = [...entries]
    .filter(([name]) => !ownEntries.includes(name) && !name.startsWith(fileEntryName('')))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return {
    title: text('page.send_answer_title'),
    language: tag,
    content: html`<header><h1>${text('page.send_answer_title')}</h1><p class="muted">${text('page.request_title', { title: transaction.title })}</p></header>
<p><strong>${text('push.pressed', { button })}</strong></p>
${parts.length > 0 && html`<dl class="facts bare">${parts}</dl>`}
<form class="stack" method="post" action="${path}"><input type="hidden" name="token" value="${token}"><input type="hidden" name="confirmed" value="on">${hidden}<button class="button wide primary" type="submit" name="click_button_id" value="${buttonId}">${text('page.send_answer')}</button><button class="button wide" type="submit">${text('page.back')}</button></form>
<p class="muted">${text('page.answering_as', { name: user.name })}</p>`,
  };
}

function answerText(
  { tag, text, date }: Words,
  { type, currency }: FormField,
  value: string | number | boolean | null | undefined,
): string {
  if (typeof value === 'boolean') return text(value ? 'receipt.yes' : 'receipt.no');
  const entry = String(value ?? '');
  if (entry === '') return '';
  if (type === 'date') return date(Date.parse(entry), '');
  return type === 'money' && currency !== undefined
    ? new Intl.NumberFormat(tag, { style: 'currency', currency }).format(entry as `${number}`)
    : entry;
}
