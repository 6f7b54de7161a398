import { BRAND_MARK, html, iconPath, type Markup, stylesheetPath } from '../../../html/index.ts';
import { GUIDE_GROUPS, type Guide, pathOfGuide } from './contents.ts';
import type { RenderedDocument } from './markdown.ts';

export const SEARCH_PATH = '/docs/guides/search';
export const MAX_QUERY = 200;

export interface GuideAssets {
  stylesheet: string;
  script: string;
}

export function guidePage(
  guide: Guide | undefined,
  document: RenderedDocument,
  assets: GuideAssets,
  query = '',
): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.title} · Ringbinder</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetPath}">
<link rel="stylesheet" href="${assets.stylesheet}">
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="button skip" href="#content">Skip to the text</a>
<div class="guides">
<header class="guides-side">
<p class="brand">${BRAND_MARK} Ringbinder</p>
<form class="guides-search" role="search" action="${SEARCH_PATH}">
<input type="search" name="q" value="${query}" maxlength="${MAX_QUERY}" aria-label="Search the guides" placeholder="Search the guides">
</form>
<details>
<summary>All guides</summary>
${contents(guide, document)}
</details>
</header>
<main id="content" class="guide" tabindex="-1">
${document.content}
</main>
</div>
</body>
</html>
`;
}

function contents(current: Guide | undefined, { sections }: RenderedDocument): Markup {
  const entry = (guide: Guide) => {
    if (guide !== current) return html`<li><a href="${pathOfGuide(guide)}">${guide.label}</a></li>`;
    const parts = sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
    return html`<li><a href="${pathOfGuide(guide)}" aria-current="page">${guide.label}</a>${parts.length > 1 && html`<ul>${parts}</ul>`}</li>`;
  };
  return html`<nav aria-label="Guides">
<p><a href="/docs">API reference</a></p>
${GUIDE_GROUPS.map(({ title, guides }) => html`<h2>${title}</h2><ul>${guides.map(entry)}</ul>`)}
</nav>`;
}
