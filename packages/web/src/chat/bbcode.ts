export interface Selected {
  text: string;
  start: number;
  end: number;
}

const TAG = /\[(b|i|u|s|color|size|center|list|table|img|url|code|quote)(?:=[^\]\n]*)?\][\s\S]*?\[\/\1\]/i;

/** Whether a text contains a known BBCode tag. */
export const hasBbcode = (text: string): boolean => TAG.test(text);

/** Adds a tag around the selection, or removes it if present. */
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

/**
 * Turns the selection into a link. An address is linked as it is; other text gets a placeholder address, which is then
 * selected.
 */
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

export function makeList({ text, start, end }: Selected): Selected {
  const selected = text.slice(start, end);
  const items = selected.split('\n').map((line) => `[*]${line}`);
  const list = `[list]\n${items.join('\n')}\n[/list]`;
  const caret = start + list.length - '\n[/list]'.length;
  return { text: text.slice(0, start) + list + text.slice(end), start: caret, end: caret };
}
