import { type CodeParts, hasComponent, reactCode } from './react-code.ts';
import { EVENTS, optionsOf, type Sample, SCHEMES, schemesOf, themeCode, themeOf } from './samples.ts';

export const ELEMENTS: Readonly<Partial<Record<Sample, string>>> = {
  chat: 'service-chat',
  chatView: 'service-chat alone',
  timeline: 'service-timeline',
  timelineView: 'service-timeline alone',
  home: 'service-home',
  inbox: 'service-inbox',
  draw: 'service-draw',
  clip: 'service-clip',
  transaction: 'service-transaction',
};

export type CodeKind = 'script' | 'module' | 'element' | 'react' | 'window' | 'css';

export const hasCode = (kind: CodeKind, sample: Sample): boolean =>
  kind === 'element'
    ? ELEMENTS[sample] !== undefined
    : kind === 'react'
      ? hasComponent(sample)
      : kind !== 'window' || sample !== 'transaction';

/** Returns a literal that is safe inside a script element. */
const quoted = (text: string) =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('<', '\\x3c').replaceAll('\n', '\\n')}'`;

export function codeOf(kind: CodeKind, parts: CodeParts): string {
  const { origin } = parts;
  if (kind === 'react') return reactCode(parts);
  if (kind === 'css') return cssOf(parts);
  const lines: Record<Exclude<CodeKind, 'react' | 'css'>, readonly string[]> = {
    script: callOf(parts, true),
    module: callOf(parts, true),
    element: elementLines(parts),
    window: [`document.querySelector('#open').onclick = () => {`, ...indented(callOf(parts, false)), '};'],
  };
  const source = indented([...initLines(parts), ...lines[kind]]);
  const inside =
    kind === 'window'
      ? '<button id="open">Open</button>'
      : kind === 'element'
        ? elementTag(parts)
        : '<div id="module"></div>';
  if (kind === 'module') {
    const load = `  import { Service } from '${origin}/sdk/service.mjs';`;
    return [inside, '<script type="module">', load, '', ...source, '</script>'].join('\n');
  }
  const load = `<script src="${origin}/sdk/service.js"></script>`;
  return [inside, load, '<script type="module">', ...source, '</script>'].join('\n');
}

function cssOf({ values }: CodeParts): string {
  const { scheme, ...theme } = themeOf(values);
  const schemes = schemesOf(values);
  const rootOf = (properties: Readonly<Record<string, string>>, first: readonly string[] = []) => [
    ':root {',
    ...indented([
      ...first,
      ...Object.entries(properties).map(([name, value]) => `--service-${name}: ${value};`),
    ]),
    '}',
  ];
  const chosen = SCHEMES.find((each) => each === scheme);
  if (chosen) return rootOf({ ...theme, ...schemes[chosen] }, [`color-scheme: ${chosen};`]).join('\n');
  const hasSchemes = Object.keys(schemes).length > 0;
  return [
    ...rootOf(theme, hasSchemes ? ['color-scheme: light dark;'] : []),
    ...Object.entries(schemes).flatMap(([name, colours]) => [
      `@media (prefers-color-scheme: ${name}) {`,
      ...indented(rootOf(colours)),
      '}',
    ]),
  ].join('\n');
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `  ${line}`));

function initLines({ sample, mode, clientId }: CodeParts): string[] {
  const isApproval = sample === 'transaction';
  return [
    ...(isApproval ? LINK_LINES : TOKEN_LINES),
    '',
    'Service.init({',
    `  mode: '${mode}',`,
    `  client_id: '${clientId}',`,
    ...(isApproval ? [] : ['  access_token,']),
    '  sdk_version: 4,',
    ...(isApproval ? [] : ['  invalid_token: fetchToken,']),
    '  error: ({ error_message }) => console.error(error_message),',
    '});',
    '',
  ];
}

const TOKEN_LINES = [
  '// Your server returns a token for its signed-in user.',
  `const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();`,
  'const { access_token } = await fetchToken();',
];
/** The sample fetches the token from a server, because anyone who has the token can answer. */
const LINK_LINES = [
  '// From your server, as the assignee: POST …/steps/{step_id}/link.',
  `const { token } = await (await fetch('/approval', { method: 'POST' })).json();`,
];

function callOf({ sample, values }: CodeParts, isFrame: boolean): string[] {
  const options = Object.entries(optionsOf(sample, values)).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : value},`,
  );
  const theme = themeCode({ ...themeOf(values), ...schemesOf(values) }, quoted);
  if (theme) options.push(`theme: ${theme},`);
  if (sample === 'transaction') options.unshift('token,');
  const where = isFrame ? ['iframe: true,', `tagid4iframe: 'module',`] : [];
  const callbacks = EVENTS[sample].map((name) => `${name}: (event) => console.log('${name}', event),`);
  return [`Service.${sample}({`, ...indented([...where, ...options, ...callbacks]), '});'];
}

function elementLines({ sample, values }: CodeParts): string[] {
  const [name] = (ELEMENTS[sample] ?? '').split(' ');
  const theme = themeCode(schemesOf(values), quoted);
  return [
    `const element = document.querySelector('${name}');`,
    ...(sample === 'transaction' ? ['element.token = token;'] : []),
    ...(theme ? [`element.theme = ${theme};`] : []),
    ...EVENTS[sample].map(
      (event) => `element.addEventListener('${event}', ({ detail }) => console.log('${event}', detail));`,
    ),
  ];
}

function elementTag({ sample, values }: CodeParts): string {
  const tag = ELEMENTS[sample] ?? '';
  const { iframewidth: _, iframeheight = '500', border: __, ...options } = optionsOf(sample, values);
  const { scheme, ...theme } = themeOf(values);
  const height = /^\d+$/.test(String(iframeheight)) ? `${iframeheight}px` : iframeheight;
  const hasFixedHeight = sample !== 'transaction';
  const properties = Object.entries(theme).map(([name, value]) => `--service-${name}: ${value}`);
  const style = [hasFixedHeight && `height: ${height}`, ...properties].filter(Boolean).join('; ');
  const attributes = Object.entries({ ...options, ...(scheme && { scheme }), ...(style && { style }) }).map(
    ([name, value]) =>
      `${name.replaceAll('_', '-')}="${String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${[tag, ...attributes].join(' ')}></${tag.split(' ')[0]}>`;
}
