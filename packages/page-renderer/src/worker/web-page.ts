import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

/** Values that cannot load, cover or hide content. */
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s,.%/]{1,40}\)|hsla?\([\d\s,.%/deg]{1,40}\))$/i;
const LENGTH = /^-?[\d.]{1,8}(px|pt|em|rem|%)?$/;
const WORD = /^[a-z-]{1,30}$/;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'article', 'section', 'header', 'footer'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'main', 'nav'],
    ...['a', 'img', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr'],
    ...['cite', 'q', 'kbd', 'samp', 'var', 'time', 'address', 'aside', 'details', 'summary'],
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title', 'align'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start', 'type'],
    time: ['datetime'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      color: [COLOUR],
      'background-color': [COLOUR],
      'font-size': [LENGTH, WORD],
      'font-weight': [/^\d{3}$/, WORD],
      'font-style': [WORD],
      'text-align': [WORD],
      'text-decoration': [WORD],
      width: [LENGTH],
      height: [LENGTH],
    },
  },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(attribs.src ?? ''),
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }),
  },
  nonTextTags: [
    ...[
      'script',
      'style',
      'title',
      'template',
      'noscript',
      'textarea',
      'option',
      'select',
      'iframe',
      'object',
    ],
    ...['noembed', 'noframes', 'xmp', 'svg', 'math', 'video', 'audio'],
  ],
};

/** Sanitising takes quadratic time in the depth. No real page is this deep. */
const MAX_DEPTH = 300;

export function isTooDeep(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentag: () => {
      depth++;
      deepest = Math.max(deepest, depth);
    },
    onclosetag: () => {
      depth--;
    },
  });
  for (let at = 0; at < html.length && deepest <= MAX_DEPTH; at += CHUNK)
    parser.write(html.slice(at, at + CHUNK));
  return deepest > MAX_DEPTH;
}

const CHUNK = 4_096;

export function cleanWebPage(html: string): string {
  const title = escapeText(titleOf(html));
  const body = sanitizeHtml(html, OPTIONS).trim();
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title></head><body>\n${body}\n</body></html>\n`;
}

const MAX_TITLE_LENGTH = 300;

function titleOf(html: string): string {
  let isInside = false;
  let title = '';
  const parser = new Parser({
    onopentag: (name) => {
      isInside = name === 'title';
    },
    ontext: (text) => {
      if (isInside && title.length < MAX_TITLE_LENGTH) title += text;
    },
    onclosetag: () => {
      isInside = false;
    },
  });
  parser.end(html);
  return title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH).toWellFormed();
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

const BLOCKS =
  /^(title|h[1-6]|p|div|br|hr|blockquote|pre|ul|ol|li|dl|dt|dd|table|caption|tr|figure|figcaption|article|section|header|footer|main|nav|address|aside|details|summary)$/;
const SPACED = /^(title|h[1-6]|p|blockquote|table|ul|ol|pre)$/;

export function textOfWebPage(clean: string): string {
  const parts: string[] = [];
  let end = '\n';
  let preformatted = 0;
  const add = (text: string) => {
    if (text === '') return;
    parts.push(text);
    end = (end + text).slice(-2);
  };
  const breakLine = () => add(end.endsWith('\n') ? '' : '\n');
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'pre') preformatted++;
      if (BLOCKS.test(name)) breakLine();
      if (name === 'li') add('• ');
      if (/^t[dh]$/.test(name) && !end.endsWith('\n')) add('\t');
    },
    ontext: (text) => {
      if (preformatted > 0) return add(text);
      const visible = text.replace(/\s+/g, ' ');
      add(/\s$/.test(end) ? visible.trimStart() : visible);
    },
    onclosetag: (name) => {
      if (name === 'pre') preformatted--;
      if (BLOCKS.test(name)) breakLine();
      if (SPACED.test(name) && end !== '\n\n') add('\n');
    },
  });
  parser.end(clean);
  return parts.join('').trim();
}
