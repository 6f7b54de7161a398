import { html, type Markup } from '../../../html/index.ts';

const PARTICIPANT = /^participant (\w+) as (.+)$/;
const MESSAGE = /^(\w+)--?>>(\w+): (.+)$/;
const NOTE = /^Note over [\w,]+: (.+)$/;

/** Replaces Mermaid, which is 3 MB of script and writes inline styles. Undefined for unknown syntax. */
export function sequenceList(source: string): Markup | undefined {
  const [kind, ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (kind !== 'sequenceDiagram') return undefined;
  const names = new Map<string, string>();
  const items: Markup[] = [];
  for (const line of lines) {
    const [, id, name] = PARTICIPANT.exec(line) ?? [];
    const [, from, to, sentNote] = MESSAGE.exec(line) ?? [];
    const [, note] = NOTE.exec(line) ?? [];
    if (id && name) names.set(id, name);
    else if (from && to && sentNote)
      items.push(
        html`<li><span class="who">${names.get(from)} <span aria-hidden="true">→</span> <span class="heard">to </span>${names.get(to)}</span> ${plain(sentNote)}</li>`,
      );
    else if (note) items.push(html`<li class="note">${plain(note)}</li>`);
    else return undefined;
  }
  return html`<ol class="sequence">${items}</ol>`;
}

/** Mermaid encodes `#` and `;` as numbers: `#35;`. */
function plain(text: string): string {
  return text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
