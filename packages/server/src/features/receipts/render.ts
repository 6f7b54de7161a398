import type { ReceiptEntry, ReceiptPayload, ReceiptPress, ReceiptStep } from './receipt.ts';
import type { ReceiptWords } from './words.ts';

type Texts = Record<string, string | undefined>;

/**
 * The receipt contains the source of this function and of the functions below. They use only their arguments,
 * and no locale or time zone.
 */
export function renderReceipt(payload: ReceiptPayload, words: ReceiptWords): string {
  const text = (value: unknown) =>
    String(value)
      .replace(/\r\n?/g, '\n')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/\u00a0/g, '&nbsp;');
  const two = (value: number) => String(value).padStart(2, '0');
  const time = (ms: number) => {
    const date = new Date(ms);
    const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
    const day = fillPattern(words.date, {
      day: String(date.getUTCDate()),
      month: String(words.months[date.getUTCMonth()]),
      year: String(date.getUTCFullYear()),
    });
    return `<time datetime="${date.toISOString()}">${text(day)}, ${clock} UTC</time>`;
  };
  const size = (bytes: number) =>
    bytes < 1024
      ? text(fillPattern(words.bytes, { count: String(bytes) }))
      : bytes < 1048576
        ? `${(bytes / 1024).toFixed(1)} KiB`
        : `${(bytes / 1048576).toFixed(1)} MiB`;
  const { transaction, binder, documents, runs } = payload;
  const buttons = new Map(
    transaction.steps.flatMap((step) => [
      ...(step.presses ?? []).map((press) => [press.button_id, press.button_text] as const),
      [step.button_id, step.button_text] as const,
    ]),
  );
  const emailOf = (email: string | undefined) =>
    email === undefined ? '' : ` <span class="muted">${text(email)}</span>`;
  const delegateOf = ({ pressed_by }: { pressed_by?: { name: string } }) =>
    pressed_by === undefined
      ? ''
      : `<div>${text(fillPattern(words.answeredBy, { name: pressed_by.name }))}</div>`;
  const steps = transaction.steps.map((step) => {
    const { assignee, completed_time, presses = [] } = step;
    if (presses.length > 0) {
      const lines = presses.map(
        (press) =>
          `<div><strong>${text(press.name)}</strong>${emailOf(press.email)}${delegateOf(press)}<div>${text(press.button_text)} · ${time(press.time)}</div>${renderAnswers(press.answers, text, words)}</div>`,
      );
      return `<li data-status="${text(step.status)}">${lines.join('')}${renderSignatures(step.signatures, text, words)}</li>`;
    }
    const done =
      completed_time === null ? text(words.notNeeded) : `${text(step.button_text)} · ${time(completed_time)}`;
    return `<li data-status="${text(step.status)}"><strong>${text(assignee.name)}</strong>${emailOf(assignee.email)}${delegateOf(step)}<div>${done}</div>${renderAnswers(step.answers, text, words)}${renderSignatures(step.signatures, text, words)}</li>`;
  });
  const tableOf = (its: ReceiptPayload['documents']) => {
    const rows = its.map(
      (file) =>
        `<tr><td><strong>${text(file.name)}</strong><div class="muted">${text(file.mime_type)} · ${size(file.size)}</div></td><td><code>${text(file.sha256)}</code></td></tr>`,
    );
    return `<table class="files"><thead><tr><th>${text(words.document)}</th><th>SHA-256</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  };
  const own = documents.filter(({ is_own }) => is_own);
  const others = documents.filter(({ is_own }) => !is_own);
  const isPosted = ({ body, salt }: ReceiptEntry) =>
    words.posted !== undefined && salt !== null && body.is_feed === true;
  const entries: string[] = [];
  let hidden = 0;
  for (const run of runs)
    for (const item of run.items) {
      if (typeof item === 'string') hidden += 1;
      else
        entries.push(
          `<tr><td class="muted">${item.seq}</td><td>${time(item.at)}</td><td>${isPosted(item) ? '' : `<strong>${text(item.actor_name)}</strong> `}${text(renderSentence(item, buttons, words))}</td></tr>`,
        );
    }
  const moreDocuments = fillPattern(words.moreDocuments, { count: String(payload.more_documents) });
  const more = payload.more_documents === 0 ? '' : `<p class="muted">${text(moreDocuments)}</p>`;
  const otherEntries = fillPattern(words.otherEntries, { count: String(hidden) });
  return [
    `<header><p class="brand">Ringbinder <span>${text(words.title)}</span></p>`,
    `<h1>${text(transaction.title)}</h1>`,
    `<p><span class="pill" data-style="${text(transaction.status.style)}">${text(transaction.status.text)}</span> ${time(transaction.ended_time)}</p></header>`,
    transaction.content === '' ? '' : `<p class="content">${text(transaction.content)}</p>`,
    `<dl><div><dt>${text(words.requestedBy)}</dt><dd>${text(transaction.creator.name)}</dd></div><div><dt>${text(words.on)}</dt><dd>${time(transaction.created_time)}</dd></div><div><dt>${text(words.binder)}</dt><dd>${text(binder.name)}</dd></div><div><dt>${text(words.number)}</dt><dd>${transaction.id}</dd></div></dl>`,
    `<section><h2>${text(words.answers)}</h2><ol class="steps">${steps.join('')}</ol></section>`,
    own.length === 0 ? '' : `<section><h2>${text(words.ownDocuments)}</h2>${tableOf(own)}</section>`,
    own.length > 0 && others.length === 0 && more === ''
      ? ''
      : `<section><h2>${text(own.length > 0 ? words.otherDocuments : words.documents)}</h2>${others.length === 0 && more === '' ? `<p class="muted">${text(words.noDocuments)}</p>` : `${tableOf(others)}${more}`}</section>`,
    `<section><h2>${text(words.log)}</h2><table class="log"><thead><tr><th>${text(words.entry)}</th><th>${text(words.when)}</th><th>${text(words.activity)}</th></tr></thead><tbody>${entries.join('')}</tbody></table>`,
    `<p class="muted">${text(hidden === 0 ? words.noOtherEntries : otherEntries)}</p></section>`,
    `<footer><dl><div><dt>${text(words.issuedBy)}</dt><dd>${text(payload.issuer)}</dd></div><div><dt>${text(words.on)}</dt><dd>${time(payload.issued_time)}</dd></div><div><dt>${text(words.binder)}</dt><dd><code>${text(binder.id)}</code></dd></div><div><dt>${text(words.lastHash)}</dt><dd><code>${text(runs.at(-1)?.hash)}</code></dd></div></dl></footer>`,
  ].join('');
}

export function fillPattern(pattern: string, values: Texts): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

export function renderSentence(
  { kind, body, salt }: ReceiptEntry,
  buttons: ReadonlyMap<string | null, string | null>,
  words: ReceiptWords,
): string {
  const who = (name: string | undefined) => (name ? fillPattern(words.quoted, { name }) : words.nobody);
  const pressedWords = ({ click_button_id: id = '', for_user_id, for_name }: Texts) => {
    const button = buttons.get(id) ?? id;
    return for_user_id === undefined
      ? fillPattern(words.pressed, { button })
      : fillPattern(words.pressedFor, { button, name: who(for_name) });
  };
  if (salt === null) return words.erased;
  const fields = body as Texts;
  const sentences: Record<string, string> = {
    transaction_created: fillPattern(words.created, { title: String(fields.title) }),
    transaction_updated: words.updated,
    transaction_reopened: words.reopened,
    transaction_moved: fields.skipped?.length ? words.movedOn : words.movedBack,
    transaction_ended: fields.outcome === 'rejected' ? words.rejected : words.completed,
    step_pressed: pressedWords(fields),
    step_completed: pressedWords(fields),
    step_link_created: words.linkCreated,
    step_link_used: words.linkUsed,
    step_reassigned: fillPattern(words.reassigned, { from: who(fields.previous_name), to: who(fields.name) }),
    step_assignee_added: fillPattern(words.added, { name: who(fields.name) }),
    step_assignee_unavailable: fillPattern(fields.reason === 'left' ? words.left : words.disabled, {
      name: who(fields.name),
    }),
    step_assignee_available: fillPattern(words.available, { name: who(fields.name) }),
    step_page_read: fillPattern(words.pageRead, fields),
    step_viewed: words.viewed ?? '',
    transaction_reminded: words.reminded ?? '',
    step_file_delivered: fillPattern(words.fileDelivered, fields),
    step_file_withdrawn: fillPattern(words.fileWithdrawn, fields),
    step_signatures_drawn: fillPattern(words.signed, fields),
    message_posted: fillPattern((body.is_feed === true && words.posted) || words.wrote, fields),
  };
  return sentences[kind] ?? kind;
}

export function renderAnswers(
  answers: ReceiptPress['answers'],
  text: (value: unknown) => string,
  words: ReceiptWords,
): string {
  const lines = (answers ?? []).map(({ label, value, currency = '' }) => {
    const shown = typeof value === 'boolean' ? (value ? words.yes : words.no) : `${value} ${currency}`.trim();
    return `<div><dt>${text(label)}</dt><dd>${text(shown)}</dd></div>`;
  });
  return lines.length === 0 ? '' : `<dl>${lines.join('')}</dl>`;
}

export function renderSignatures(
  signatures: ReceiptStep['signatures'],
  text: (value: unknown) => string,
  words: ReceiptWords,
): string {
  const at = (value: number, size: number) => ((value / 1000) * size).toFixed(1);
  const picture = ({ width, height, text: typed, strokes = [] }: NonNullable<typeof signatures>[number]) => {
    if (typed !== undefined) return `<strong>${text(typed)}</strong>`;
    const lines = strokes.map((stroke) => {
      const points: string[] = [];
      for (let index = 0; index + 1 < stroke.length; index += 2)
        points.push(`${at(stroke[index] as number, width)} ${at(stroke[index + 1] as number, height)}`);
      return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
    });
    return `<svg class="signature" viewBox="0 0 ${Number(width)} ${Number(height)}" width="${Number(width)}" height="${Number(height)}" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"><path d="${lines.join('')}"></path></svg>`;
  };
  const items = (signatures ?? []).map((signature) => {
    const { label, sha256, document, signed_sha256 } = signature;
    const page = document && { name: document.name, page: String(document.page) };
    const about = [
      page ? `<div>${text(fillPattern(words.signedPage ?? '', page))}</div>` : '',
      signed_sha256
        ? `<div><code>${text(fillPattern(words.signedVersion ?? '', { sha256: signed_sha256 }))}</code></div>`
        : '',
    ].join('');
    const shown =
      sha256 === null
        ? text(words.signatureErased)
        : `${picture(signature)}<div><code>SHA-256 ${text(sha256)}</code></div>`;
    return `<div><dt>${text(label)}</dt><dd>${shown}${about}</dd></div>`;
  });
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}
