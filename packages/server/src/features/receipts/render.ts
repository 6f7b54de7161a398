import type { ReceiptEntry, ReceiptPayload } from './receipt.ts';

/**
 * What a receipt shows, as markup. It stands in the file as it is (`String(renderReceipt)`), and the page compares what
 * is shown with what it gives: so it uses nothing from outside and nothing of a place or a language of the machine.
 */
export function renderReceipt(payload: ReceiptPayload): string {
  const months =
    'January February March April May June July August September October November December'.split(' ');
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
    const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
    return `<time datetime="${date.toISOString()}">${day}, ${clock} UTC</time>`;
  };
  const size = (bytes: number) =>
    bytes < 1024
      ? `${bytes} bytes`
      : bytes < 1048576
        ? `${(bytes / 1024).toFixed(1)} KiB`
        : `${(bytes / 1048576).toFixed(1)} MiB`;
  const { transaction, binder, documents, runs } = payload;
  const buttons = new Map(transaction.steps.map((step) => [step.button_id, step.button_text]));
  const who = (name: string | undefined) => (name ? `“${name}”` : 'a person who was erased');
  const words = ({ kind, body, salt }: ReceiptEntry): string => {
    if (salt === null)
      return 'The content of this entry was erased. Its position in the log is still verified.';
    const said = body as Record<string, string | undefined>;
    const known: Record<string, string> = {
      transaction_created: `requested “${said.title}”`,
      transaction_updated: 'changed the request',
      transaction_reopened: 'reopened it',
      transaction_ended: `ended it: ${said.outcome}`,
      step_completed: `pressed “${buttons.get(said.click_button_id ?? '') ?? said.click_button_id}”`,
      step_link_created: 'created a link to answer',
      step_link_used: 'answered through a link',
      step_reassigned: `reassigned a step from ${who(said.previous_name)} to ${who(said.name)}`,
      step_assignee_unavailable: `made ${who(said.name)} unavailable: ${said.reason === 'left' ? 'no longer a member' : 'disabled'}`,
      step_assignee_available: `made ${who(said.name)} available again`,
      message_posted: `wrote: ${said.text}`,
    };
    return known[kind] ?? kind;
  };
  const steps = transaction.steps.map((step) => {
    const { assignee, completed_time } = step;
    const done =
      completed_time === null ? 'No longer needed' : `${text(step.button_text)} · ${time(completed_time)}`;
    const email = assignee.email === undefined ? '' : ` <span class="muted">${text(assignee.email)}</span>`;
    return `<li data-status="${text(step.status)}"><strong>${text(assignee.name)}</strong>${email}<div>${done}</div></li>`;
  });
  const files = documents.map(
    (file) =>
      `<tr><td><strong>${text(file.name)}</strong><div class="muted">${text(file.mime_type)} · ${size(file.size)}</div></td><td><code>${text(file.sha256)}</code></td></tr>`,
  );
  const entries: string[] = [];
  let others = 0;
  for (const run of runs)
    for (const item of run.items) {
      if (typeof item === 'string') others += 1;
      else
        entries.push(
          `<tr><td class="muted">${item.seq}</td><td>${time(item.at)}</td><td><strong>${text(item.actor_name)}</strong> ${text(words(item))}</td></tr>`,
        );
    }
  const more = payload.more_documents === 0 ? '' : `<p class="muted">And ${payload.more_documents} more.</p>`;
  return [
    `<header><p class="brand">Ringbinder <span>Receipt</span></p>`,
    `<h1>${text(transaction.title)}</h1>`,
    `<p><span class="pill" data-style="${text(transaction.status.style)}">${text(transaction.status.text)}</span> ${time(transaction.ended_time)}</p></header>`,
    transaction.content === '' ? '' : `<p class="content">${text(transaction.content)}</p>`,
    `<dl><div><dt>Requested by</dt><dd>${text(transaction.creator.name)}</dd></div><div><dt>On</dt><dd>${time(transaction.created_time)}</dd></div><div><dt>Binder</dt><dd>${text(binder.name)}</dd></div><div><dt>Number</dt><dd>${transaction.id}</dd></div></dl>`,
    `<section><h2>Answers</h2><ol class="steps">${steps.join('')}</ol></section>`,
    `<section><h2>Documents in the binder at completion</h2>`,
    files.length === 0
      ? '<p class="muted">No documents.</p>'
      : `<table class="files"><thead><tr><th>Document</th><th>SHA-256</th></tr></thead><tbody>${files.join('')}</tbody></table>${more}`,
    `</section><section><h2>Binder log</h2><table class="log"><thead><tr><th>Entry</th><th>When</th><th>Activity</th></tr></thead><tbody>${entries.join('')}</tbody></table>`,
    `<p class="muted">${others === 0 ? 'There are no other entries between these.' : `The binder has ${others} other entries between these. This file contains their hashes, but not their content.`}</p></section>`,
    `<footer><dl><div><dt>Issued by</dt><dd>${text(payload.issuer)}</dd></div><div><dt>On</dt><dd>${time(payload.issued_time)}</dd></div><div><dt>Binder</dt><dd><code>${text(binder.id)}</code></dd></div><div><dt>Last hash</dt><dd><code>${text(runs.at(-1)?.hash)}</code></dd></div></dl></footer>`,
  ].join('');
}
