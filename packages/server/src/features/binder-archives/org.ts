import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { orNotFound } from '../../access/index.ts';
import { ApiError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { OPERATOR, recordAudit } from '../audit/index.ts';
import { isTimeZone } from '../users/index.ts';
import { type ImportedBinder, type ImportTarget, importArchive } from './import.ts';
import { type ArchiveEnvironment, makeArchive } from './make.ts';
import * as queries from './org-queries.ts';
import { type Person, withVisibleName } from './people.ts';

const PEOPLE_FILE = 'people.json';
const ARCHIVE = /^B[0-9A-Za-z]{22}\.tar$/;

export interface ArchiveProgress {
  done: number;
  total: number;
  binderId: string;
  skipReason?: string;
}

/** Replaces an older archive only when the new one is complete. */
export async function exportOrg(
  env: ArchiveEnvironment,
  directory: string,
  { orgId, at }: { orgId: string; at: number },
  report: (progress: ArchiveProgress) => void,
): Promise<void> {
  const partnerId = orNotFound(await queries.findPartnerOf(env.db, orgId), 'org', orgId);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const people = await queries.findPeopleOf(env.db, orgId);
  await writeFile(join(directory, PEOPLE_FILE), `${JSON.stringify({ people }, null, 2)}\n`, { mode: 0o600 });
  const binderIds = await queries.findBinderIds(env.db, orgId);
  for (const [index, binderId] of binderIds.entries()) {
    const progress = { done: index + 1, total: binderIds.length, binderId };
    try {
      const name = await exportOne(env, binderId, directory);
      await env.db.transaction((tx) =>
        recordAudit(tx, {
          at,
          actorId: OPERATOR,
          partnerId,
          orgId,
          action: 'binder.export',
          target: binderId,
          details: { name },
        }),
      );
      report(progress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report({ ...progress, skipReason: error.message });
    }
  }
}

async function exportOne(env: ArchiveEnvironment, binderId: string, directory: string): Promise<string> {
  const path = join(directory, `${binderId}.tar`);
  const partial = `${path}.partial`;
  try {
    const { name, content } = await makeArchive(env, binderId);
    await pipeline(Readable.from(content()), createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, path);
    return name;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Skips binders that exist or are rejected, so that the import can be repeated. */
export async function importOrg(
  env: ArchiveEnvironment,
  directory: string,
  target: { orgId: string; at: number; trusted: readonly string[]; relinks?: boolean },
  report: (progress: ArchiveProgress) => void,
): Promise<ImportedBinder[]> {
  const { orgId, at, trusted, relinks = false } = target;
  const partnerId = orNotFound(await queries.findPartnerOf(env.db, orgId), 'org', orgId);
  await importPeople(env.db, directory, { orgId, partnerId, at });
  const names = (await readdir(directory)).filter((name) => ARCHIVE.test(name)).toSorted();
  const imported: ImportedBinder[] = [];
  for (const [index, name] of names.entries()) {
    const progress = { done: index + 1, total: names.length, binderId: name.slice(0, -'.tar'.length) };
    try {
      const org = { orgId, partnerId };
      const record: ImportTarget['record'] = (tx, { binderId, name, files, placeholders }) =>
        recordAudit(tx, {
          at,
          actorId: OPERATOR,
          partnerId,
          orgId,
          action: 'binder.import',
          target: binderId,
          details: { name, files, placeholders },
        });
      imported.push(await importArchive(env, join(directory, name), { org, at, trusted, relinks, record }));
      report(progress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report({ ...progress, skipReason: error.message });
    }
  }
  return imported;
}

async function importPeople(
  db: Database,
  directory: string,
  where: { orgId: string; partnerId: string; at: number },
): Promise<void> {
  const text = await readFile(join(directory, PEOPLE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return;
  const { people } = JSON.parse(text) as { people: (Person & { timezone?: string })[] };
  const readable = people.map((person) => ({
    ...withVisibleName(person),
    // Exports of earlier releases lack this field.
    default_language: 'default_language' in person ? person.default_language : 'en',
    // The source installation may know other time zones.
    timezone: person.timezone && isTimeZone(person.timezone) ? person.timezone : '',
  }));
  await queries.insertPeople(db, JSON.stringify(readable), where);
}
