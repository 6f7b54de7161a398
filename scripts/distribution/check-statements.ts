import { loadModule } from 'libpg-query';
import pg from 'pg';
import {
  type RecordedStatement,
  readRecordedStatements,
} from '../../packages/testkit/src/recorded-statements.ts';
import { judge, type Verdict } from './judge.ts';
import { LISTED_STATEMENTS, type ListedStatements } from './listed-statements.ts';
import { readSchema } from './schema.ts';
import { keyOf } from './tables.ts';
import type { TableShape } from './walk.ts';

/** What was found of the statements that a run has sent. */
export interface StatementCheck {
  /** A text for each statement that is not as it should be, with what to do. Empty: all are. */
  problems: string[];
  /** Entries of the list that no statement needed. */
  unused: string[];
  /** How many statements go where. */
  counts: Record<Verdict['goes'], number>;
}

/** White space is the writer's. */
export const normalised = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Judges statements, each text once. `loadModule()` of libpg-query comes first. */
export function checkStatements(
  recorded: readonly RecordedStatement[],
  tables: ReadonlyMap<string, TableShape>,
  listed: readonly ListedStatements[] = LISTED_STATEMENTS,
): StatementCheck {
  const counts = { nowhere: 0, 'to one shard': 0, 'by a list of keys': 0, 'to all shards': 0 };
  const problems: string[] = [];
  const entries = listed.flatMap(({ statements }) => Object.entries(statements));
  const used = new Set<string>();
  const statements = new Map(recorded.map((statement) => [normalised(statement.text), statement]));
  for (const [text, { text: written, file }] of statements) {
    // As it was written: a comment ends with its line.
    const verdict = tryJudge(written, tables);
    if (verdict instanceof Error) {
      problems.push(`${file || 'A statement'}: ${text}\n  is no SQL: ${verdict.message}`);
      continue;
    }
    counts[verdict.goes]++;
    if (isFine(verdict)) continue;
    const [part] = entries.find(([each, unkeyed]) => text.includes(each) && covers(unkeyed, verdict)) ?? [];
    if (part !== undefined) used.add(part);
    else problems.push(describe(text, file, verdict));
  }
  return { problems, unused: entries.map(([part]) => part).filter((part) => !used.has(part)), counts };
}

function tryJudge(text: string, tables: ReadonlyMap<string, TableShape>): Verdict | Error {
  try {
    return judge(text, tables);
  } catch (error) {
    return error as Error;
  }
}

const isFine = ({ goes, problems }: Verdict) => goes !== 'to all shards' && problems.length === 0;

/** An entry lets through the tables that it names and no others: one that is added later without its key is found. */
const covers = (listed: string, { unkeyed }: Verdict) =>
  unkeyed.every((each) => listed.split(', ').includes(each));

function describe(text: string, file: string, { unkeyed, problems }: Verdict): string {
  const lines = [`${file || 'A statement'}: ${text}`];
  if (unkeyed.length > 0) lines.push(`  is not given the binder of ${unkeyed.join(', ')}`);
  lines.push(...problems.map((problem) => `  ${problem}`));
  return lines.join('\n');
}

const WHAT_TO_DO = `Give each table of a binder its key: binder_id = $n, or equal to that of a table that has it; one that is asked
over all binders goes to scripts/distribution/listed-statements.ts, with the reason (docs/decisions/distribution.md).`;

/**
 * Judges what a run of the tests has recorded, and writes what is wrong with it. Gives whether nothing is.
 * @param migrated a database with all the tables
 * @param isWhole whether all tests ran and passed, so that an entry of the list that nothing needed may be one too many
 */
export async function reportStatements(
  directory: string,
  migrated: pg.ClientConfig,
  isWhole: boolean,
  write: (text: string) => void,
): Promise<boolean> {
  const recorded = readRecordedStatements(directory);
  if (recorded.length === 0) return true;
  await loadModule();
  const { problems, unused, counts } = checkStatements(recorded, await readShapes(migrated));
  if (problems.length > 0)
    write(
      `\n✖ Statements that a cluster would send to all its servers:\n\n${problems.join('\n\n')}\n\n${WHAT_TO_DO}\n`,
    );
  if (!isWhole) return problems.length === 0;
  write(
    `\nStatements: ${Object.entries(counts)
      .map(([goes, count]) => `${count} ${goes}`)
      .join(', ')}\n`,
  );
  if (unused.length > 0)
    write(
      `\nNot seen of scripts/distribution/listed-statements.ts (a process of its own records nothing):\n${unused.map((part) => `  ${part}\n`).join('')}`,
    );
  return problems.length === 0;
}

/** The columns of all tables, and what their rows are spread by. */
export async function readShapes(migrated: pg.ClientConfig): Promise<Map<string, TableShape>> {
  const client = new pg.Client(migrated);
  await client.connect();
  try {
    const tables = await readSchema(async (text) => (await client.query(text)).rows);
    return new Map(
      [...tables].map(([name, { columns }]) => [
        name,
        { columns: columns.map((column) => column.name), key: keyOf(name) },
      ]),
    );
  } finally {
    await client.end();
  }
}
