import { Fragment, Slice } from 'prosemirror-model';
import { isRich } from '../bbcode.ts';
import { documentOf, linesOf } from './read-bbcode.ts';

/**
 * Renames style attributes, because the page's CSP forbids them.
 * @param types the types of numbered lists that the editor can show, as in HTML's `type` attribute
 */
export function cleanMarkup(html: string, types: readonly ListType[] = ['1']): string {
  const clean = html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1>|<(?:meta|link)\b[^>]*>/gi, '')
    .replace(/<([\w:]+)([^<>]*?)\sstyle\s*=/gi, '<$1$2 data-style=')
    .replace(/<br\b[^>]*>\s*(?=<\/(?:p|div|li|td|th|h[1-6])>)/gi, '');
  return clean.includes('mso-list:') ? nestItems(clean, types) : preformatted(clean);
}

const CODE_STYLE = /monospace[^"]*white-space:\s*pre(?![-\w])/i;

/** If the whole HTML is code from an editor such as VS Code, keeps line breaks and spaces. */
function preformatted(html: string): string {
  if (!CODE_STYLE.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const block = body.querySelector<HTMLElement>(':scope > div:only-child');
  if (!CODE_STYLE.test(block?.dataset.style ?? '')) return html;
  if (body.textContent.trim() !== block?.textContent.trim()) return html;
  const lines = [...block.childNodes];
  if (lines.length < 2 || !lines.every(({ nodeName }) => /^(?:DIV|BR)$/.test(nodeName))) return html;
  const code = document.createElement('pre');
  code.textContent = lines.map(({ textContent }) => textContent).join('\n');
  return code.outerHTML;
}

/** Builds lists from Microsoft Word's list items, which are pasted as paragraphs. */
function nestItems(html: string, types: readonly ListType[]): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  let lists: { level: number; list: HTMLElement }[] = [];
  for (const item of page.querySelectorAll('p')) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d+)/i.exec(item.dataset.style ?? '')?.[1]);
    const marker = item.querySelector('[data-style*="mso-list:Ignore" i]');
    if (!level || !marker) continue;
    const label = marker.textContent.trim();
    const kind = /\p{N}|\p{L}[.)]/u.test(label) ? 'ol' : 'ul';
    if (item.previousElementSibling !== lists[0]?.list) lists = [];
    lists = lists.filter(
      (each) => each.level < level || (each.level === level && each.list.localName === kind),
    );
    const innermost = lists.at(-1);
    const current = innermost?.level === level ? innermost.list : undefined;
    const outer = current ? undefined : innermost?.list.lastElementChild;
    const [, number = ''] = /^\(?(\w+)[.)]$/.exec(label) ?? [];
    const position = (current?.childElementCount ?? 0) + 1;
    const ofList = current?.getAttribute('type');
    const type = types.find((each) => (ofList ?? each) === each && numberOf(each, position) === number);
    // Keep the label as text if the editor would number the item differently.
    if (kind === 'ol' && !type) {
      marker.textContent = `${label} `;
      outer?.append(item);
      continue;
    }
    marker.remove();
    if (!current) {
      const list = page.createElement(kind);
      if (type && kind === 'ol') list.setAttribute('type', type);
      if (outer) outer.append(list);
      else item.before(list);
      lists.push({ level, list });
    }
    const line = page.createElement('li');
    lists.at(-1)?.list.append(line);
    line.append(item);
  }
  return page.body.innerHTML;
}

type ListType = '1' | 'a' | 'A' | 'i' | 'I';

const LIST_TYPES: readonly ListType[] = ['1', 'a', 'A', 'i', 'I'];
const ROMAN = ',i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii,xiv,xv,xvi,xvii,xviii,xix,xx'.split(',');

function numberOf(type: ListType, position: number): string {
  const lower = { 1: position, a: 'abcdefghijklmnopqrstuvwxyz'[position - 1], i: ROMAN[position] };
  const number = String(lower[type.toLowerCase() as '1' | 'a' | 'i'] ?? '');
  return type === 'A' || type === 'I' ? number.toUpperCase() : number;
}

/**
 * Converts numbered lists that do not begin at 1 into lines of text, because BBCode cannot express such
 * lists.
 */
export function cleanMessageMarkup(html: string): string {
  const clean = cleanMarkup(html, LIST_TYPES);
  if (!/<ol\b[^>]*\sstart\b/i.test(clean)) return clean;
  const page = new DOMParser().parseFromString(clean, 'text/html');
  for (const list of page.querySelectorAll('ol')) {
    const { start } = list;
    if (start === 1) continue;
    // Google Docs places nested lists beside the items.
    for (const [index, item] of [...list.querySelectorAll(':scope > li')].entries()) {
      (item.querySelector(':scope > p:first-child') ?? item).prepend(`${start + index}. `);
      const line = page.createElement('div');
      line.append(...item.childNodes);
      item.replaceWith(line);
    }
    list.replaceWith(...list.childNodes);
  }
  return page.body.innerHTML;
}

/** Returns false for HTML without text, which browsers add to a copied picture. */
export function hasWords(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(cleanMarkup(html), 'text/html');
  return body.textContent.trim() !== '';
}

export function textSlice(text: string, isPlain: boolean): Slice {
  const blocks = !isPlain && isRich(text) ? documentOf(text).content : Fragment.from(linesOf(text));
  return Slice.maxOpen(blocks, false);
}
