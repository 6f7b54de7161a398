import { decoded } from './bbcode.ts';

export type BbNode = string | { tag: string; value: string; children: BbNode[] };

const TAG_NAMES = new Set('b,i,u,s,color,size,center,list,*,table,tr,th,td,img,url,code,quote'.split(','));
const TOKEN = /\[(\/?)([a-z]+|\*)(?:=([^\]\n]*))?\]/gi;
const MAX_DEPTH = 32;

/** Leaves unknown and unclosed tags as text, like the server. */
export function parseBbcode(source: string): BbNode[] {
  const root: BbNode[] = [];
  const open: { tag: string; value: string; children: BbNode[]; raw: string }[] = [];
  const current = () => open.at(-1)?.children ?? root;
  const add = (text: string) => {
    if (text !== '') current().push(decoded(text));
  };
  const closeAsText = () => {
    const node = open.pop();
    if (!node) return;
    if (node.tag === '*') current().push({ tag: '*', value: '', children: node.children });
    else current().push(node.raw, ...node.children);
  };
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [raw, slash, name = '', value = ''] = match;
    const tag = name.toLowerCase();
    const isInCode = open.at(-1)?.tag === 'code';
    if (!TAG_NAMES.has(tag) || (isInCode && !(slash && tag === 'code'))) continue;
    add(source.slice(end, match.index));
    end = match.index + raw.length;
    if (slash) {
      if (!open.some((node) => node.tag === tag)) add(raw);
      else {
        while (open.at(-1)?.tag !== tag) closeAsText();
        const node = open.pop();
        if (node) current().push({ tag, value: node.value, children: node.children });
      }
      continue;
    }
    if (tag === '*' && open.at(-1)?.tag === '*') closeAsText();
    if (open.length >= MAX_DEPTH) add(raw);
    else open.push({ tag, value, children: [], raw });
  }
  add(source.slice(end));
  while (open.length > 0) closeAsText();
  return root;
}

export const COLOUR_PATTERN = /^(?:[a-z]{3,20}|#[\da-f]{3}(?:[\da-f]{3})?)$/i;

export const pixelsOf = (value = ''): number => Math.min(72, Math.max(8, Number.parseInt(value, 10) || 16));

export function contentOfItem(children: readonly BbNode[]): readonly BbNode[] {
  const last = children.at(-1);
  return typeof last === 'string' ? [...children.slice(0, -1), last.replace(/\n$/, '')] : children;
}
