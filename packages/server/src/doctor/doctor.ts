import { CHECK_TIMEOUT_MS, type Finding, runChecks } from './check.ts';
import { databaseCheck } from './database.ts';
import {
  dataDirectoryCheck,
  findListener,
  inboundMailCheck,
  mediaPortsCheck,
  portCheck,
  versionsCheck,
} from './machine.ts';
import { publicAddressCheck } from './public-address.ts';
import { redactorOf } from './secrets.ts';
import { auditStreamCheck, filesCheck, mailCheck, redisCheck } from './services.ts';
import { checkSettings } from './settings.ts';

export async function examineInstallation(
  variables: Record<string, string | undefined>,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<Finding[]> {
  const { config, invalid, findings } = checkSettings(variables);
  let found: ReturnType<typeof findListener> | undefined;
  const listener = () => {
    found ??= findListener(config);
    return found;
  };
  const checks = [
    versionsCheck,
    dataDirectoryCheck(config),
    portCheck(config, listener),
    databaseCheck('production', config),
    databaseCheck('sandbox', config),
    publicAddressCheck(config, async () => (await listener()) === 'service'),
    mailCheck(config),
    inboundMailCheck(config, listener),
    filesCheck(config),
    redisCheck(config),
    auditStreamCheck(config),
    mediaPortsCheck(config, listener),
  ].filter(({ needs }) => !needs.some((name) => invalid.includes(name)));
  const redact = redactorOf(variables);
  return [...findings, ...(await runChecks(checks, timeoutMs))].map((finding) => ({
    ...finding,
    detail: redact(finding.detail),
  }));
}

export function reportOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 8);
  const lines = findings.map(({ name, state, detail, remedy }) => {
    const line = `${state.padEnd(4)}  ${name.padEnd(width)}  ${detail}`;
    return remedy === undefined ? line : `${line}\n${indent}→ ${remedy}`;
  });
  return `${lines.join('\n')}\n`;
}
