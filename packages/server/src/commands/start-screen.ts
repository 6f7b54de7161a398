import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { DemoFile } from '../features/demo/index.ts';
import type { RunningServer } from '../server.ts';

export function startScreen(server: RunningServer, config: Config, logPath: string | null): string {
  const { origin, demo, databaseDescription } = server;
  const lines = [
    '',
    '  Ringbinder is ready.',
    '',
    ...(config.role === 'worker' ? workerLines(origin) : apiLines(origin)),
    '',
    `  Data         ${config.dataDir}`,
    `  Database     ${databaseDescription}`,
    ...(logPath ? [`  Log          ${logPath}`] : []),
    '',
    ...(config.role === 'worker' ? [] : [...demoOrNone(demo, origin, config.dataDir), '']),
    '  Ctrl-C stops everything.',
    '',
    '',
  ];
  return lines.join('\n');
}

const apiLines = (origin: string) => [
  `  App          ${origin}/`,
  `  Production   ${origin}/v1/`,
  `  Sandbox      ${origin}/sandbox/v1/`,
  `  API docs     ${origin}/docs`,
  `  Console      ${origin}/admin`,
];

const workerLines = (origin: string) => [
  `  Worker       ${origin}/healthz`,
  `  Metrics      ${origin}/metrics`,
];

export function setupScreen({
  setupLinks: { production, sandbox },
}: Pick<RunningServer, 'setupLinks'>): string {
  const lines = [
    '',
    '  This installation has no admin yet. Each link creates its first admin, once;',
    '  the next start prints new ones.',
    '',
    ...(production ? [`  Production   ${production}`] : []),
    ...(sandbox ? [`  Sandbox      ${sandbox}`] : []),
    '',
    '',
  ];
  return lines.join('\n');
}

function demoOrNone(demo: DemoFile | null, origin: string, dataDir: string): string[] {
  if (!demo) return ['  The database already contains data, so there is no demo.'];
  return demoLines(demo, origin, dataDir);
}

function demoLines(demo: DemoFile, origin: string, dataDir: string): string[] {
  const [owner, member] = demo.users;
  if (!owner || !member) return [];
  return [
    `  Demo users   ${owner.email}  ${owner.password}  (admin, owns the demo binder)`,
    `               ${member.email}  ${member.password}  (member)`,
    `  All of it    ${join(dataDir, 'demo.json')}`,
    '',
    '  A first call, to paste into another terminal:',
    '',
    ...firstCall(demo, origin).map((line) => `    ${line}`),
  ];
}

function firstCall(demo: DemoFile, origin: string): string[] {
  const owner = demo.users[0];
  return [
    `TOKEN=$(curl -s ${origin}/v1/oauth/token \\`,
    `  -d grant_type=http://www.service.com/auth_uniqueid -d timestamp=$(date +%s)000 \\`,
    `  -d client_id=${demo.client.client_id} \\`,
    `  -d client_secret=${demo.client.client_secret} \\`,
    `  -d uniqueid=${owner?.unique_id} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${origin}/v1/me/binders -H "Authorization: Bearer $TOKEN"`,
  ];
}
