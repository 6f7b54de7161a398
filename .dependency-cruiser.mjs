// The direction of imports, for files of every type: `npm run check:imports`. A rule is "from these files, none of those".

const server = '^packages/server/src/';
const pagesOfTestkit = '^packages/testkit/src/(playwright/|(accessibility|browser|gallery)\\.ts$)';
const TEST = '\\.(test|spec)\\.tsx?$|/testing/|^packages/[^/]+/test/';

/** Our packages that each package may import. Tests may also import the testkit and their test packages. */
const packages = {
  protocol: [],
  client: ['protocol'],
  web: ['client', 'locales', 'protocol'],
  'embedded-postgres': [],
  'fair-queue': [],
  locales: [],
  'page-renderer': ['fair-queue', 'protocol'],
  sfu: ['protocol'],
  server: ['embedded-postgres', 'fair-queue', 'locales', 'page-renderer', 'protocol', 'sfu'],
  testkit: ['embedded-postgres', 'page-renderer', 'protocol', 'server', 'sfu', 'conformance'],
  'bot-kit': ['protocol'],
  'test-service': ['bot-kit', 'client', 'protocol'],
  sdk: ['protocol'],
  react: ['sdk'],
};

/** From the bottom. A file imports its own layer and those below. */
const layers = [
  [
    'because.ts',
    'errors.ts',
    'reasons.ts',
    'config',
    'emoji.ts',
    'limits',
    'pdf',
    'outbound',
    'process',
    'secrets',
    'storage',
    'time',
    'tracing',
  ],
  ['access', 'environment', 'html', 'http', 'log', 'resource', 'sandbox'],
  ['features'],
  ['app.ts', 'background', 'backup', 'doctor', 'server.ts'],
  ['commands', 'main.ts'],
];

const inLayers = (names) => `${server}(${names.join('|').replaceAll('.', '\\.')})(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule('no-cycle', 'Two files need each other, at run time or for types.', {}, { circular: true }),
    rule(
      'no-unresolvable',
      'The file or package does not exist.',
      // The benchmark installs its peers; the fixture is served; Vite makes embed-module.
      {
        pathNot:
          '^bench/peers/|web/test/support/(page|livekit)-script\\.js$|^packages/web/src/embed/entry\\.ts$',
      },
      { couldNotResolve: true },
    ),
    rule(
      'declared',
      'The package.json beside the importing file does not name the package.',
      // The benchmark installs its peers; the cluster uses the root's packages.
      { pathNot: '^(bench/peers|examples/cluster)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'no-dev-dependency',
      'Code that runs outside of tests imports a devDependency. The testkit has no others: npm would install them with the server.',
      { path: '^packages/[^/]+/src/', pathNot: `^packages/testkit/|${TEST}` },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    ),
    rule('no-tests', 'Only tests import tests.', { path: '^packages/', pathNot: TEST }, { path: TEST }),
    ...Object.entries(packages).map(([name, known]) =>
      rule(
        `package-${name}`,
        `${name} imports ${known.join(', ') || 'none of our packages'}.`,
        { path: `^packages/${name}/src/`, pathNot: TEST },
        {
          path: '^(packages|conformance|examples|bench|e2e|scripts)/',
          pathNot: `^(packages/)?(${[name, ...known].join('|')})/`,
        },
      ),
    ),
    rule(
      'web-app',
      'The app shows the other folders; none of them knows it.',
      { path: '^packages/web/src/', pathNot: `^packages/web/src/(app|embed|main)|${TEST}` },
      { path: '^packages/web/src/app/' },
    ),
    rule(
      'conformance',
      'The conformance suite knows a server by its address only, and the protocol by its types.',
      { path: '^conformance/src/', pathNot: TEST },
      { path: '^(packages|examples|bench|e2e|scripts)/', pathNot: '^packages/protocol/' },
    ),
    rule(
      'server-without-pages',
      'Neither the server, nor its tests, nor what these use of the testkit know the clients and the tools of pages.',
      { path: '^packages/(server|testkit)/', pathNot: pagesOfTestkit },
      {
        path: `${pagesOfTestkit}|^packages/(client|react|bot-kit|sdk|web)/|^node_modules/(preact|react|react-dom|vite|@playwright/test|playwright|playwright-core)/`,
      },
    ),
    ...layers
      .slice(1)
      .map((_, i) =>
        rule(
          `layer-${i + 1}`,
          'The import leads to a layer above.',
          { path: inLayers(layers[i]), pathNot: TEST },
          { path: inLayers(layers.slice(i + 1).flat()) },
        ),
      ),
    rule(
      'no-layer',
      'The file belongs to no layer.',
      { path: server, pathNot: TEST },
      { path: server, pathNot: inLayers(layers.flat()) },
    ),
    rule(
      'feature-face',
      'Of another feature, only its index.ts may be imported.',
      { path: `${server}features/([^/]+)/`, pathNot: TEST },
      { path: `${server}features/`, pathNot: `${server}features/($1/|[^/]+/index\\.ts$)` },
    ),
    rule(
      'feature-routes',
      'Routes are the edge of a feature: only index.ts, other routes and lists of pages import them.',
      { path: `${server}features/`, pathNot: `(index|pages|routes)\\.ts$|${TEST}` },
      { path: `${server}features/.+routes\\.ts$` },
    ),
    rule(
      'feature-schema',
      'A schema describes a call. It knows neither what the call does nor its rows.',
      { path: `${server}features/.+schema\\.ts$`, pathNot: TEST },
      { path: `${server}features/.+(routes|queries|service|present)\\.ts$` },
    ),
    rule(
      'feature-queries',
      'Queries are the bottom of a feature: statements and row types, whoever calls them.',
      { path: `${server}features/.+queries\\.ts$`, pathNot: TEST },
      { path: `${server}features/.+(routes|schema|service)\\.ts$` },
    ),
    rule(
      'feature-face-from-outside',
      'Of a feature, only its index.ts may be imported.',
      { path: server, pathNot: `${server}features/|${TEST}` },
      { path: `${server}features/`, pathNot: `${server}features/[^/]+/index\\.ts$` },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|examples)/[^/]+/dist[^/]*/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
