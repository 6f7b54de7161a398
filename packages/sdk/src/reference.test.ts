import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createService } from './service.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const WITHOUT_RULE: ReadonlySet<string> = new Set(['meets', '–']);

type Name = string;
type Proof = string;

function tableOf(heading: string): Map<Name, Proof> {
  const section = read('packages/sdk/REFERENCE.md')
    .split(/^## /m)
    .find((each) => each.startsWith(`${heading}\n`));
  const rows = [...(section ?? '').matchAll(/^\| `([\w.]+)` \| ([^ ]+) \|/gm)];
  return new Map(rows.map(([, name = '', proof = '']) => [name, proof]));
}

const sourcesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^transaction/.test(name))
    .map((name) => read(`${folder}/${name}`))
    .join('\n');

const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

function fieldsOf(name: string): string[] {
  const [, body = ''] =
    new RegExp(`export interface ${name}[^{]*\\{(.*?)^\\}`, 'ms').exec(read('packages/sdk/src/types.ts')) ??
    [];
  return captures(body, /^ {2}(\w+)\??:/gm);
}

test('[SDK-48] the reference has every call, option and callback that the SDK knows, and a rule whose test uses each', async () => {
  const [calls, options, callbacks] = [tableOf('Calls'), tableOf('Options'), tableOf('Callbacks')];
  const made = Object.entries(createService()).flatMap(([name, call]) => [
    name,
    ...Object.keys(call).map((each) => `${name}.${each}`),
  ]);
  assert.deepEqual([...calls.keys()].sort(), made.sort());

  const reference = read('packages/sdk/REFERENCE.md');
  const elements = captures(read('packages/sdk/src/element-types.ts'), /\| '(service-\w+)'/g);
  const [, attributes = ''] =
    /const ATTRIBUTES = \[(.*?)^\];/ms.exec(read('packages/sdk/src/elements.ts')) ?? [];
  const named = [...elements.map((each) => `<${each}>`), ...captures(attributes, /'([\w-]+)'/g)];
  assert.ok(named.length > 15, named.join());
  assert.deepEqual(
    named.filter((each) => !reference.includes(`\`${each}\``)),
    [],
    'elements and attributes',
  );

  const modules = sourcesIn('packages/web/src/embed');
  const documented = [
    ...captures(modules, /\b(?:emit|tell|isLeft|hasCallback)\(\s*'(\w+)'/g),
    ...captures(modules, /started: '(\w+)'/g),
    ...captures(read('packages/web/src/clip/context.ts'), /^ {2}((?:start|save|cancel)_\w+):/gm),
  ];
  assert.ok(documented.length > 15, documented.join());
  const accepted = [
    ...captures(modules, /\b(?:word|words|flag|id|group)\([^;]*?, '(\w+)'\)/g),
    ...['InitOptions', 'SetupOptions', 'CallOptions', 'Extension'].flatMap(fieldsOf),
  ];
  assert.ok(accepted.length > 40, accepted.join());
  const problems: string[] = [];
  for (const name of new Set([...documented, ...accepted]))
    if (!options.has(name) && !callbacks.has(name)) problems.push(`${name} is in no table`);

  const proofs: { id: string; tests: string[] }[] = JSON.parse(read('docs/rules/rules.json'));
  const testsOf = new Map(proofs.map(({ id, tests }) => [id, tests]));
  for (const [name, proof] of [...calls, ...options, ...callbacks]) {
    if (WITHOUT_RULE.has(proof)) {
      if (proof === 'meets' && documented.includes(name))
        problems.push(`${name} is told before there are meets`);
      continue;
    }
    const files = testsOf.get(proof)?.map(read) ?? [];
    const [last = name] = name.split('.').slice(-1);
    if (!files.some((text) => new RegExp(`\\b${last}\\b`).test(text)))
      problems.push(`no test of ${proof} uses ${name}`);
  }
  assert.deepEqual(problems, []);
});
