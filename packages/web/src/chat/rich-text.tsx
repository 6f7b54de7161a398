import type { ComponentChild, ComponentChildren } from 'preact';
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { Words } from './words.tsx';

const TAGS = new Set('span,div,ul,ol,li,table,tbody,tr,th,td,img,a,pre,blockquote,p,br'.split(','));
const ADDRESS = /^(https?:\/\/|mailto:)/i;
const SIZE = /^\d{1,4}$/;
const STYLES: Readonly<Record<string, string>> = {
  // Mixed with the colour of the text by the stylesheet, so that it can be read in both schemes.
  color: '--ink',
  'font-size': 'fontSize',
  'font-weight': 'fontWeight',
  'font-style': 'fontStyle',
  'text-decoration': 'textDecoration',
  'text-align': 'textAlign',
};
const STYLE_VALUE = /^[\w#-]{1,20}$/;

type Mentions = ReadonlyMap<string, string>;

/**
 * The HTML of a message, which the server made of BBCode and cleaned. It is made into nodes by what it may be, and nothing
 * of it is run; styles are set by the DOM, since the page allows none in markup.
 */
export function RichText({ html, mentions }: { html: string; mentions: Mentions }) {
  const nodes = useMemo(() => {
    // An attribute for styles would be blocked, and reported, already where it is parsed.
    const markup = html.replace(/<(\w+)([^<>]*?)\sstyle="/g, '<$1$2 data-style="');
    const { body } = new DOMParser().parseFromString(markup, 'text/html');
    return [...body.childNodes].map((node, index) => drawNode(node, index, mentions));
  }, [html, mentions]);
  return (
    <div dir="auto" class="message-text rich">
      {nodes}
    </div>
  );
}

function drawNode(node: Node, key: number, mentions: Mentions): ComponentChild {
  if (node.nodeType === Node.TEXT_NODE)
    return node.parentElement?.closest('a, pre') ? (
      node.textContent
    ) : (
      <Words key={key} text={node.textContent ?? ''} mentions={mentions} />
    );
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.localName;
  if (!TAGS.has(tag)) return node.textContent;
  const children = [...node.childNodes].map((child, index) => drawNode(child, index, mentions));
  if (tag === 'table')
    return (
      <div key={key} class="table-scroll">
        <table>{children}</table>
      </div>
    );
  if (tag === 'img') return drawPicture(node, key);
  if (tag === 'br') return <br key={key} />;
  if (tag === 'a')
    return (
      <Link key={key} href={node.getAttribute('href') ?? ''}>
        {children}
      </Link>
    );
  return h(tag as 'span', { key, ...attributesOf(node) }, children);
}

/** A link that says where it leads; anything else is its words. */
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
  // Pictures of other hosts come through this server; anything else is not loaded.
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
      const known = STYLES[name];
      if (!known || !STYLE_VALUE.test(value)) return [];
      return [[known, value]];
    }),
  );
}
