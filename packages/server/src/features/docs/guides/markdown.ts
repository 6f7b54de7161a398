import GithubSlugger from 'github-slugger';
import { Marked, Renderer, type RendererObject, type Tokens } from 'marked';
import { html, Markup } from '../../../html/index.ts';
import { linkTarget } from './contents.ts';
import { sequenceList } from './sequence.ts';

export interface RenderedDocument {
  title: string;
  /** Second-level headings. */
  sections: { id: string; text: string }[];
  content: Markup;
}

/** Anchors have the same names as on GitHub. HTML comments are omitted, and other HTML becomes text. */
export function renderDocument(markdown: string, file: string): RenderedDocument {
  const slugger = new GithubSlugger();
  const sections: RenderedDocument['sections'] = [];
  let title = '';
  const renderer: RendererObject = {
    html: ({ text }) => (/^<!--[\s\S]*?-->\s*$/.test(text) ? '' : html`${text}`.text),
    heading({ tokens, depth }) {
      const text = decodeEntities(this.parser.parseInline(tokens, this.parser.textRenderer));
      const id = slugger.slug(text);
      if (depth === 1) title ||= text;
      if (depth === 2) sections.push({ id, text });
      const content = new Markup(this.parser.parseInline(tokens));
      const level = new Markup(`h${depth}`);
      if (depth === 1) return html`<h1 id="${id}">${content}</h1>\n`.text;
      return html`<${level} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a></${level}>\n`
        .text;
    },
    link({ href, tokens }) {
      const content = new Markup(this.parser.parseInline(tokens));
      const target = linkTarget(href, file);
      if ('href' in target) return html`<a href="${target.href}">${content}</a>`.text;
      const name = html`<code>${target.file}</code>`;
      const text = this.parser.parseInline(tokens, this.parser.textRenderer);
      return text.replace(/\/$/, '') === target.file ? name.text : html`${content} (${name})`.text;
    },
    image({ href, text }) {
      const target = linkTarget(href, file);
      return 'href' in target ? html`<img src="${target.href}" alt="${text}" loading="lazy">`.text : '';
    },
    table(token) {
      const table = new Markup(Renderer.prototype.table.call(this, token));
      return html`<div class="scroll" role="group" aria-label="Table" tabindex="0">${table}</div>\n`.text;
    },
    code: ({ text, lang }: Tokens.Code) => codeBlock(text, lang ?? '').text,
  };
  const content = new Markup(new Marked({ renderer }).parse(markdown, { async: false }));
  return { title, sections, content };
}

function codeBlock(text: string, info: string): Markup {
  const [language = '', ...words] = info.split(/\s+/);
  const file = words.find((word) => word.includes('/'));
  const diagram = language === 'mermaid' ? sequenceList(text) : undefined;
  if (diagram) return diagram;
  const parts = language === 'sh' ? separateOutput(text) : [{ isOutput: false, text }];
  const name = file ?? LANGUAGES[language] ?? 'Text';
  return html`<figure class="code"><figcaption>${file ? html`<code>${file}</code>` : name}</figcaption>${parts.map(
    (part) =>
      part.isOutput
        ? html`<pre class="answer" role="group" aria-label="Answer" tabindex="0"><samp>${part.text}</samp></pre>`
        : html`<pre role="group" aria-label="${name}" tabindex="0"><code>${part.text}</code></pre>`,
  )}</figure>\n`;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  json: 'JSON',
  ts: 'TypeScript',
  python: 'Python',
  nginx: 'nginx',
  ini: 'systemd',
  mermaid: 'Diagram',
};

const OUTPUT = /^#> /;

function separateOutput(text: string): { isOutput: boolean; text: string }[] {
  const parts: { isOutput: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const isOutput = OUTPUT.test(line);
    const last = parts.at(-1);
    if (last?.isOutput === isOutput) last.lines.push(line);
    else parts.push({ isOutput, lines: [line] });
  }
  return parts.map(({ isOutput, lines }) => ({ isOutput, text: lines.join('\n') }));
}

function decodeEntities(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');
}
