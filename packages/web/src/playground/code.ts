import { EVENTS, optionsOf, type Sample, type Values } from './samples.ts';

/** How a page gets a module. */
export type CodeKind = 'script' | 'module' | 'window';

interface CodeParts {
  sample: Sample;
  values: Values;
  origin: string;
  clientId: string;
  /** `production` or `sandbox`. */
  mode: string;
}

/** A text in JavaScript within a page: nothing in it ends the script. */
const quoted = (text: string) =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('<', '\\x3c').replaceAll('\n', '\\n')}'`;

/** The code of a page that shows a module as it is shown here. */
export function codeOf(kind: CodeKind, { sample, values, origin, clientId, mode }: CodeParts): string {
  const isWindow = kind === 'window';
  const options = Object.entries(optionsOf(sample, values)).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : value},`,
  );
  const where = isWindow ? [] : ['iframe: true,', `tagid4iframe: 'module',`];
  const heard = EVENTS[sample].map((name) => `${name}: (event) => console.log('${name}', event),`);
  const pad = isWindow ? '    ' : '  ';
  const call = [`Service.${sample}({`, ...[...where, ...options, ...heard].map((each) => `  ${each}`), '});'];
  const lines = [
    '// From your server: for whoever is signed in with you.',
    `const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();`,
    'const { access_token } = await fetchToken();',
    '',
    'Service.init({',
    `  mode: '${mode}',`,
    `  client_id: '${clientId}',`,
    '  access_token,',
    '  sdk_version: 4,',
    '  invalid_token: fetchToken,',
    '  error: ({ error_message }) => console.error(error_message),',
    '});',
    ...(isWindow
      ? [
          `document.querySelector('#open').onclick = () => {`,
          ...call.map((each) => pad.slice(2) + each),
          '};',
        ]
      : call),
  ];
  const inside = isWindow ? '<button id="open">Open</button>' : '<div id="module"></div>';
  const source = lines.map((line) => (line === '' ? '' : `  ${line}`));
  if (kind === 'module')
    return [
      inside,
      '<script type="module">',
      `  import { Service } from '${origin}/sdk/service.mjs';`,
      '',
      ...source,
      '</script>',
    ].join('\n');
  return [
    inside,
    `<script src="${origin}/sdk/service.js"></script>`,
    '<script type="module">',
    ...source,
    '</script>',
  ].join('\n');
}
