import { readFile } from 'node:fs/promises';
import GithubSlugger from 'github-slugger';
import { Marked, type Token } from 'marked';
import MiniSearch, { type SearchResult } from 'minisearch';
import { type Child, html, type Markup } from '../../../html/index.ts';
import { GUIDES, pathOfGuide } from './contents.ts';

const MAX_RESULTS = 30;
const CONTEXT_CHARACTERS = 100;
/** Each word requires a search in the index. */
const MAX_WORDS = 10;
const MIN_PREFIX_LENGTH = 3;
const MIN_FUZZY_LENGTH = 5;

interface Section {
  href: string;
  guide: string;
  heading: string;
  text: string;
}

export type SearchGuides = (query: string) => Markup;

export async function createGuideSearch(repository: URL): Promise<SearchGuides> {
  const sections = await Promise.all(
    GUIDES.map(async (guide) => {
      const markdown = await readFile(new URL(guide.file, repository), 'utf8');
      return sectionsOf(markdown).map(
        ({ id, ...section }): Section => ({
          ...section,
          href: `${pathOfGuide(guide)}#${id}`,
          guide: guide.label,
        }),
      );
    }),
  );
  const wordsIn: (text: string) => string[] = MiniSearch.getDefault('tokenize');
  const index = new MiniSearch<Section>({
    idField: 'href',
    fields: ['heading', 'guide', 'text'],
    storeFields: ['guide', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 4, guide: 2 },
      tokenize: (query) => [...new Set(wordsIn(query.toLowerCase()))].slice(0, MAX_WORDS),
      prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
      fuzzy: (term) => term.length >= MIN_FUZZY_LENGTH && 0.2,
      combineWith: 'AND',
    },
  });
  index.addAll(sections.flat());
  return (query) => resultsPage(query, index.search(query).slice(0, MAX_RESULTS));
}

/** The ids are those of `renderDocument`. */
export function sectionsOf(markdown: string): { id: string; heading: string; text: string }[] {
  const slugger = new GithubSlugger();
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const heading = textOf(token).join('').trim();
      sections.push({ id: slugger.slug(heading), heading, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${textOf(token).join(' ')}`.replace(/\s+/g, ' ').trim();
    }
  }
  return sections;
}

function textOf(token: Token): string[] {
  if (token.type === 'html') return [];
  if (token.type === 'table')
    return [...token.header, ...token.rows.flat()].flatMap(({ tokens }) => tokens.flatMap(textOf));
  if (token.type === 'list') return token.items.flatMap(textOf);
  if ('tokens' in token && token.tokens) return [token.tokens.flatMap(textOf).join('')];
  return 'text' in token ? [token.text] : [];
}

function resultsPage(query: string, results: readonly SearchResult[]): Markup {
  const title = html`<h1>Search the guides</h1>`;
  if (query === '') return html`${title}<p>Type one or more words.</p>`;
  if (results.length === 0)
    return html`${title}<p role="status">No guide contains “${query}”. Try fewer or other words.</p>`;
  const count =
    results.length === MAX_RESULTS ? `The best ${MAX_RESULTS} results` : `Results: ${results.length}`;
  return html`${title}<p role="status">${count} for “${query}”</p>
<ol class="results">${results.map(
    ({ id, guide, heading, text, terms }) =>
      html`<li><a href="${id}">${highlight(heading, terms)}</a> <span class="muted">${guide}</span><p>${excerpt(text, terms)}</p></li>`,
  )}</ol>`;
}

const termsPattern = (terms: readonly string[]) => {
  const alternatives = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives})(?![\\p{L}\\p{N}])`, 'giu');
};

function highlight(text: string, terms: readonly string[]): Child[] {
  return text
    .split(termsPattern(terms))
    .map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part));
}

function excerpt(text: string, terms: readonly string[]): Child[] {
  const matchStart = Math.max(0, text.search(termsPattern(terms)));
  const start = matchStart <= CONTEXT_CHARACTERS ? 0 : text.indexOf(' ', matchStart - CONTEXT_CHARACTERS) + 1;
  const end =
    text.length <= matchStart + CONTEXT_CHARACTERS
      ? text.length
      : text.lastIndexOf(' ', matchStart + CONTEXT_CHARACTERS);
  return [start > 0 && '… ', ...highlight(text.slice(start, end), terms), end < text.length && ' …'];
}
