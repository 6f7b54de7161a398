/** A text field: its text, and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

const TAG = /\[(b|i|u|s|color|size|center|list|table|img|url|code|quote)(?:=[^\]\n]*)?\][\s\S]*?\[\/\1\]/i;

/** Whether a text has BBCode in it that has an effect. */
export const hasBbcode = (text: string): boolean => TAG.test(text);

/** Puts a tag around what is selected; takes it away where it stands around it already. */
export function toggleTag({ text, start, end }: Selected, tag: string): Selected {
  const [open, close] = [`[${tag}]`, `[/${tag}]`];
  const selected = text.slice(start, end);
  const isAround = text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close);
  if (isAround) {
    const head = text.slice(0, start - open.length);
    return {
      text: head + selected + text.slice(end + close.length),
      start: head.length,
      end: head.length + selected.length,
    };
  }
  if (
    selected.length >= open.length + close.length &&
    selected.startsWith(open) &&
    selected.endsWith(close)
  ) {
    const bare = selected.slice(open.length, -close.length);
    return { text: text.slice(0, start) + bare + text.slice(end), start, end: start + bare.length };
  }
  return {
    text: text.slice(0, start) + open + selected + close + text.slice(end),
    start: start + open.length,
    end: end + open.length,
  };
}

/** Makes a link of what is selected: an address is shown as it is, words get one, which is then selected. */
export function makeLink({ text, start, end }: Selected, address: string): Selected {
  const selected = text.slice(start, end);
  if (/^https?:\/\/\S+$/i.test(selected)) return toggleTag({ text, start, end }, 'url');
  const head = `${text.slice(0, start)}[url=`;
  return {
    text: `${head}${address}]${selected}[/url]${text.slice(end)}`,
    start: head.length,
    end: head.length + address.length,
  };
}

/** Makes a list of the lines that are selected, one item each. */
export function makeList({ text, start, end }: Selected): Selected {
  const selected = text.slice(start, end);
  const items = selected.split('\n').map((line) => `[*]${line}`);
  const list = `[list]\n${items.join('\n')}\n[/list]`;
  const caret = start + list.length - '\n[/list]'.length;
  return { text: text.slice(0, start) + list + text.slice(end), start: caret, end: caret };
}

/** A part of parsed BBCode. */
export type BbNode = string | { tag: string; value: string; children: BbNode[] };

const KNOWN = new Set('b,i,u,s,color,size,center,list,*,table,tr,th,td,img,url,code,quote'.split(','));
const TOKEN = /\[(\/?)([a-z]+|\*)(?:=([^\]\n]*))?\]/gi;
const MAX_DEPTH = 32;

/** Parses BBCode as the server does, for previews: tags that are unknown, or not closed, stay as text. */
export function parseBbcode(source: string): BbNode[] {
  const root: BbNode[] = [];
  const open: { tag: string; value: string; children: BbNode[]; raw: string }[] = [];
  const current = () => open.at(-1)?.children ?? root;
  const add = (text: string) => {
    if (text !== '') current().push(text);
  };
  /** A tag that was never closed is text, and what it held stands behind it. */
  const giveUp = () => {
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
    if (!KNOWN.has(tag) || (isInCode && !(slash && tag === 'code'))) continue;
    add(source.slice(end, match.index));
    end = match.index + raw.length;
    if (slash) {
      if (!open.some((node) => node.tag === tag)) add(raw);
      else {
        while (open.at(-1)?.tag !== tag) giveUp();
        const node = open.pop();
        if (node) current().push({ tag, value: node.value, children: node.children });
      }
      continue;
    }
    if (tag === '*' && open.at(-1)?.tag === '*') giveUp();
    if (open.length >= MAX_DEPTH) add(raw);
    else open.push({ tag, value, children: [], raw });
  }
  add(source.slice(end));
  while (open.length > 0) giveUp();
  return root;
}
