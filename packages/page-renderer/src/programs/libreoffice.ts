import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MediaBusy } from '../errors.ts';
import type { ProcessorWait } from '../processor-time.ts';
import { findProgram } from './find.ts';
import { runProgram } from './run.ts';

export interface ConvertedFile {
  path: string;
  remove(): Promise<void>;
}

export type ConversionFailure = 'unavailable' | 'failed';

/** If LibreOffice waited for the CPU for this fraction of `timeoutMs`, the machine may be the cause. */
const STARVED_SHARE = 0.25;

const LIMITS = { cpuSeconds: 90, memoryBytes: 4 * 1024 ** 3, fileBytes: 256 * 1024 ** 2 };

export async function convertToPdf(
  path: string,
  options: {
    fileName: string;
    searchPath: string;
    timeoutMs: number;
    signal?: AbortSignal | undefined;
    processorWait?: ProcessorWait | undefined;
  },
): Promise<ConvertedFile | ConversionFailure> {
  const { fileName, searchPath, timeoutMs, signal, processorWait } = options;
  const program = await findProgram(['soffice', 'libreoffice'], searchPath);
  if (program === null) return 'unavailable';
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-office-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    // LibreOffice selects a filter by the extension. The rest of the name must not reach the command line.
    const ending = /^\.[a-z0-9]{1,8}$/i.test(extname(fileName)) ? extname(fileName) : '';
    const source = join(folder, `document${ending}`);
    await symlink(path, source);
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
    const command = [
      program,
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo', '--nofirststartwizard'],
      ...['--convert-to', 'pdf', '--outdir', join(folder, 'out'), source],
    ];
    const isolated = [...(await withoutNetwork(folder, searchPath)), ...command];
    const limits = { ...LIMITS, timeoutMs };
    const end = await runProgram(isolated, { ...limits, folder, searchPath, signal, processorWait });
    if ((end.waitedMs ?? 0) > STARVED_SHARE * timeoutMs)
      throw new MediaBusy('the machine has too much else to do for LibreOffice');
    const outputs = end.exitCode === 0 ? await readdir(join(folder, 'out')).catch(() => []) : [];
    const pdf = outputs.find((name) => name.endsWith('.pdf'));
    if (pdf !== undefined) return { path: join(folder, 'out', pdf), remove };
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return 'failed';
}

async function withoutNetwork(folder: string, searchPath: string): Promise<string[]> {
  const unshare = await findProgram(['unshare'], searchPath);
  if (unshare === null) return [];
  const command = [unshare, '--net', '--map-current-user'];
  const limits = { ...LIMITS, timeoutMs: 2_000 };
  const { exitCode } = await runProgram([...command, 'true'], { ...limits, folder, searchPath });
  return exitCode === 0 ? command : [];
}

const setting = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', true),
  setting('Office.Common/Security/Scripting', 'DisableActiveContent', true),
  setting('Office.Common/Security/Scripting', 'MacroSecurityLevel', 3),
  setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true),
  setting('Office.Writer/Content/Update', 'Link', 0),
  setting('Office.Calc/Content/Update', 'Link', 2),
].join('\n')}
</oor:items>
`;
