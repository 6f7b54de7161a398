import type { ComponentChild } from 'preact';
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { MessageText } from './message-text.tsx';
import { type BbNode, COLOUR_PATTERN, contentOfItem, parseBbcode, pixelsOf } from './parse-bbcode.ts';
import { Link } from './rich-text.tsx';

const SIMPLE: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  u: 'u',
  s: 's',
  quote: 'blockquote',
  code: 'pre',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

export function Preview({ source }: { source: string }) {
  const nodes = useMemo(() => parseBbcode(source), [source]);
  return (
    <div dir="auto" class="message-text rich source">
      {nodes.map(drawBbcode)}
    </div>
  );
}

function drawBbcode(node: BbNode, key: number): ComponentChild {
  if (typeof node === 'string') return <MessageText key={key} text={node} />;
  const { tag, value } = node;
  const words = () => node.children.filter((child) => typeof child === 'string').join('');
  const simple = SIMPLE[tag];
  if (tag === 'code' && !words().includes('\n')) return <code key={key}>{words()}</code>;
  if (simple)
    return h(
      simple as 'span',
      { key },
      tag === 'code' ? words().replace(/^\n|\n$/g, '') : node.children.map(drawBbcode),
    );
  if (tag === 'list') return h(value ? 'ol' : 'ul', { key }, drawItems(node.children));
  if (tag === 'url') {
    const href = value || words();
    return (
      <Link key={key} href={href}>
        {value ? node.children.map(drawBbcode) : href}
      </Link>
    );
  }
  if (tag === 'table')
    return (
      <table key={key}>
        <tbody>{node.children.filter((child) => typeof child !== 'string').map(drawBbcode)}</tbody>
      </table>
    );
  if (tag === 'img') return <code key={key}>{words()}</code>;
  const style =
    tag === 'center'
      ? { textAlign: 'center' }
      : tag === 'color'
        ? COLOUR_PATTERN.test(value) && { '--ink': value }
        : { fontSize: `${pixelsOf(value)}px` };
  return h(
    tag === 'center' ? 'div' : 'span',
    { key, ...(style && { style }), ...(tag === 'color' && style && { class: 'ink' }) },
    node.children.map(drawBbcode),
  );
}

function drawItems(children: readonly BbNode[]): ComponentChild[] {
  return children.map((item, key) => {
    if (typeof item === 'string' || item.tag !== '*') return null;
    return <li key={key}>{contentOfItem(item.children).map(drawBbcode)}</li>;
  });
}
