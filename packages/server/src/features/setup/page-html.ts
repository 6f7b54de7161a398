import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 10vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; }
label { display: block; margin-top: 1rem; }
input { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .5rem; font: inherit; }
button { margin-top: 1.5rem; padding: .5rem 1.25rem; font: inherit; }
[role=alert] { border-left: 3px solid; padding-left: .75rem; }
`;

/** What a browser may do on these pages: show them in no frame, run nothing, send the form here. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The fields of the form: name, label, type, autocomplete. */
const FIELDS = [
  ['partner_name', 'Name of your company or installation', 'text', 'organization'],
  ['org_name', 'Name of its first org', 'text', 'off'],
  ['first_name', 'Your first name', 'text', 'given-name'],
  ['last_name', 'Your last name', 'text', 'family-name'],
  ['email', 'Your e-mail address', 'email', 'username'],
  ['password', 'A password, 10 characters or more', 'password', 'new-password'],
] as const;

const OPTIONAL = new Set<string>(['first_name', 'last_name']);

/** Makes a text harmless in HTML, in attributes too. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Ringbinder</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`;
}

/**
 * The form of the set-up link.
 * @param given what stood in the fields when it was refused, but for the password
 * @param problem why it was
 */
export function formPage(token: string, given: Record<string, string>, problem?: string): string {
  const fields = FIELDS.map(([name, label, type, autocomplete]) => {
    const value = type === 'password' ? '' : escapeHtml(given[name] ?? '');
    const required = OPTIONAL.has(name) ? '' : ' required';
    return `<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${required}></label>`;
  });
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
  return page(
    'Set up Ringbinder',
    `<p>You are about to become the first admin of this installation.</p>${alert}
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}">${fields.join('\n')}
<button>Set up</button></form>`,
  );
}

/** What a link leads to that is unknown or was used. */
export function deadLinkPage(): string {
  return page(
    'This link does not work any more',
    '<p>It was used, or the server has been started again since and has printed another one.</p>',
  );
}

/** What follows on a claim. */
export function donePage(signInPath: string): string {
  return page(
    'Ringbinder is set up',
    `<p>You are its admin. <a href="${escapeHtml(signInPath)}">Sign in</a></p>`,
  );
}
