import type { ComponentChild, ComponentChildren } from 'preact';
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { languageOf } from './language-of.ts';
import { isOwnLink, OwnLink } from './lazy-own-link.ts';
import { MessageText } from './message-text.tsx';

const TAGS = new Set('span,div,ul,ol,li,table,tbody,tr,th,td,img,a,pre,blockquote,p,br'.split(','));
const ADDRESS = /^(https?:\/\/|mailto:)/i;
const SIZE = /^\d{1,4}$/;
const STYLES: Readonly<Record<string, string>> = {
  // The stylesheet mixes this colour with the text colour, for contrast.
  color: '--ink',
  'font-size': 'fontSize',
  'font-weight': 'fontWeight',
  'font-style': 'fontStyle',
  'text-decoration': 'textDecoration',
  'text-align': 'textAlign',
};
const STYLE_VALUE = /^[\w#-]{1,20}$/;

type Mentions = ReadonlyMap<string, string>;

/** The page's CSP forbids style attributes. The server has already sanitised the HTML. */
export function RichText({ html, mentions }: { html: string; mentions: Mentions }) {
  const [nodes, lang] = useMemo(() => {
    const markup = html
      .replace(/<(\w+)([^<>]*?)\sstyle="/g, '<$1$2 data-style="')
      // A block inside a quote's `<p>` would end the paragraph early and leave an empty paragraph.
      .replace(/(<blockquote>)<p>|<\/p>(<\/blockquote>)/g, '$1$2');
    const { body } = new DOMParser().parseFromString(markup, 'text/html');
    const drawn = [...body.childNodes].map((node, index) => drawNode(node, index, mentions));
    return [drawn, languageOf(body.textContent ?? '')] as const;
  }, [html, mentions]);
  return (
    <div dir="auto" lang={lang} class="message-text rich">
      {nodes}
    </div>
  );
}

function drawNode(node: Node, key: number, mentions: Mentions): ComponentChild {
  if (node.nodeType === Node.TEXT_NODE)
    return node.parentElement?.closest('a') ? (
      node.textContent
    ) : (
      <MessageText key={key} text={node.textContent ?? ''} mentions={mentions} />
    );
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.localName;
  if (!TAGS.has(tag)) return node.textContent;
  // In BBCode, only a line break distinguishes a code block from inline code.
  const isBlockOfCode = (each: Node | null) => each?.nodeName === 'PRE' && each.textContent?.includes('\n');
  if (tag === 'pre')
    return h(isBlockOfCode(node) ? tag : 'code', { key }, node.textContent?.replace(/\n$/, ''));
  if (tag === 'br' && isBlockOfCode(node.previousSibling)) return null;
  const children = [...node.childNodes].map((child, index) => drawNode(child, index, mentions));
  if (tag === 'table')
    return (
      <div key={key} class="table-scroll">
        <table>{children}</table>
      </div>
    );
  if (tag === 'img') return drawPicture(node, key);
  if (tag === 'br') return <br key={key} />;
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? '';
    if (node.textContent === href && isOwnLink(href)) return <OwnLink key={key} href={href} />;
    return (
      <Link key={key} href={href}>
        {children}
      </Link>
    );
  }
  return h(tag as 'span', { key, ...attributesOf(node) }, children);
}

export function Link({ href, children }: { href: string; children: ComponentChildren }) {
  if (!ADDRESS.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function drawPicture(node: HTMLElement, key: number): ComponentChild {
  const src = node.getAttribute('src') ?? '';
  // External pictures load only through this server's proxy.
  if (!src.startsWith('/') && !src.startsWith(`${location.origin}/`)) return null;
  const [width, height] = [node.getAttribute('width') ?? '', node.getAttribute('height') ?? ''];
  const size = SIZE.test(width) && SIZE.test(height) ? { width, height } : {};
  return <img key={key} src={src} alt="" loading="lazy" {...size} />;
}

function attributesOf(node: HTMLElement): Record<string, unknown> {
  const style = stylesOf(node.dataset.style ?? '');
  return Object.keys(style).length > 0 ? { style, ...('--ink' in style && { class: 'ink' }) } : {};
}

function stylesOf(css: string): Record<string, string> {
  const pairs = css.split(';').map((each) => each.split(':').map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) => {
      const styler = STYLES[name];
      if (!styler || !STYLE_VALUE.test(value)) return [];
      return [[styler, value]];
    }),
  );
}
