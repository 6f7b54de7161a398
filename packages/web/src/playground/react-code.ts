import { EVENTS, optionsOf, type Sample, schemesOf, themeCode, themeOf, type Values } from './samples.ts';

export interface CodeParts {
  sample: Sample;
  values: Values;
  origin: string;
  clientId: string;
  mode: string;
}

const PACKAGE = '@ringbinder/react';
const COMPONENTS: Readonly<Partial<Record<Sample, string>>> = {
  chat: 'Chat',
  chatView: 'Chat alone',
  timeline: 'Timeline',
  timelineView: 'Timeline alone',
  pageView: 'PageView',
  todoView: 'TodoView',
  home: 'Home',
  inbox: 'Inbox',
  draw: 'Draw',
  clip: 'Clip',
  transaction: 'Transaction',
};
const NUMBERS = new Set(['page_id', 'todo_id', 'chat_id', 'height']);

export const hasComponent = (sample: Sample): boolean => COMPONENTS[sample] !== undefined;

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

function propOf(name: string, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? name : `${name}={false}`;
  if (NUMBERS.has(name) && /^\d+$/.test(value)) return `${camel(name)}={${value}}`;
  return `${camel(name)}=${/^[\w .,:;@#%/-]*$/.test(value) ? `"${value}"` : `{${text(value)}}`}`;
}

export function reactCode({ sample, values, origin, clientId, mode }: CodeParts): string {
  const [name = '', alone] = (COMPONENTS[sample] ?? '').split(' ');
  const isLink = sample === 'transaction';
  const { iframewidth: _, iframeheight, border = true, ...options } = optionsOf(sample, values);
  const theme = themeCode({ ...themeOf(values), ...schemesOf(values) }, text);
  const props = [
    ...(alone ? [alone] : []),
    ...(isLink ? ['token={token}'] : []),
    ...Object.entries(options).map(([option, value]) => propOf(option, value)),
    ...(iframeheight === undefined || isLink ? [] : [propOf('height', iframeheight)]),
    ...(border ? ['border'] : []),
    ...(theme ? [`theme={${theme}}`] : []),
    ...EVENTS[sample].map((event) => {
      const prop = camel(`on_${event}`);
      return `${prop}={(event) => console.log('${event}', event)}`;
    }),
  ];
  return [
    `import { ${[name, 'ServiceProvider'].sort().join(', ')} } from '${PACKAGE}';`,
    '',
    ...(isLink
      ? ['// `token` is from your server, as the assignee: POST …/steps/{step_id}/link.']
      : [
          '// Your server returns a token for its signed-in user.',
          `const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();`,
          '',
        ]),
    isLink ? 'export const Page = ({ token }: { token: string }) => (' : 'export const Page = () => (',
    '  <ServiceProvider',
    `    mode="${mode}"`,
    `    baseUrl="${origin}"`,
    `    clientId="${clientId}"`,
    ...(isLink ? [] : ['    accessToken={fetchToken}']),
    '    onError={({ error_message }) => console.error(error_message)}',
    '  >',
    `    <${name}`,
    ...props.map((prop) => `      ${prop}`),
    '    />',
    '  </ServiceProvider>',
    ');',
  ].join('\n');
}
