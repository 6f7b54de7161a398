import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../environment/environment.ts';

export function recordingFolder(env: Pick<Environment, 'config' | 'name'>, id: string): string {
  return join(env.config.dataDir, 'meet-recordings', env.name, id);
}

/** Returns recordings with tracks on this machine's disk. */
export function localRecordings(env: Environment): Promise<string[]> {
  return readdir(recordingFolder(env, '.')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

export async function makeRecordingFolder(env: Environment, id: string): Promise<string> {
  const folder = recordingFolder(env, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function removeRecordingFolder(env: Environment, id: string): Promise<void> {
  return rm(recordingFolder(env, id), { recursive: true, force: true, maxRetries: 3 });
}
