import { html, type Markup } from '../../../html/index.ts';

const PARTICIPANT = /^participant (\w+) as (.+)$/;
const MESSAGE = /^(\w+)--?>>(\w+): (.+)$/;
const NOTE = /^Note over [\w,]+: (.+)$/;

/** Mermaid's own script has 3 MB and writes inline styles. Returns undefined for unknown syntax. */
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
    const [, from, to, message] = MESSAGE.exec(line) ?? [];
    const [, note] = NOTE.exec(line) ?? [];
    if (id && name) names.set(id, name);
    else if (from && to && message)
      items.push(
        html`<li><span class="who">${names.get(from)} <span aria-hidden="true">→</span> <span class="heard">to </span>${names.get(to)}</span> ${decodeText(message)}</li>`,
      );
    else if (note) items.push(html`<li class="note">${decodeText(note)}</li>`);
    else return undefined;
  }
  return html`<ol class="sequence">${items}</ol>`;
}

/** Mermaid encodes special characters as numbers, for example `#` as `#35;`. */
function decodeText(text: string): string {
  return text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
