/**
 * Measures backup, restore and the latency of posts during a backup, with a million messages and 1 GB of
 * files. Run `npm run bench:backup -- --messages 1000000 --files 200`. Needs 6 GB of disk.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createInstallation, type Installation } from './installation.ts';
import { percentile, postAtRate, TEXT, type Times } from './load/paced-posts.ts';
import { describeMachine } from './report.ts';

const BINDERS = 1_000;
/** Messages per statement. More would exceed the driver's time limit. */
const STEP = 50_000;
const FILE_BYTES = 5 * 1024 ** 2;
const POSTS_PER_SECOND = 20;
const QUIET_SECONDS = 30;

const commands = new URL('../packages/server/src/commands/', import.meta.url).pathname;
const installation = await createInstallation([]);
const place = await mkdtemp(join(tmpdir(), 'ringbinder-backups-'));

const report = (line: string) => process.stdout.write(`${line}\n`);

async function seedMessages(messages: number): Promise<void> {
  const { origin } = await installation.server();
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const names = [...metrics.matchAll(/^log_consumer_lag_seconds\{.*consumer="(\w+)"/gm)].map(
    ([, name]) => name,
  );
  const consumers = [...new Set(names)].filter((name) => name !== 'chain');
  const each = Math.ceil(messages / BINDERS);
  await installation.withDatabase(async (db) => {
    const [user] = await db.query<{ id: string; org_id: string; partner_id: string }>(
      'SELECT u.id, u.org_id, u.partner_id FROM users u JOIN binders b ON b.owner_id = u.id LIMIT 1',
    );
    if (!user) throw new Error('the demo has no owner of a binder');
    const idOf = (number: string) => `'B' || lpad((${number})::text, 22, '0')`;
    for (let from = 0; from < each * BINDERS; from += STEP) {
      const range = [user.id, BINDERS, from, Math.min(each * BINDERS, from + STEP) - 1];
      await db.query(
        `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
         SELECT ${idOf('n % $2::integer')}, 1 + n / $2, $1, n || $5::text, 1700000000000 + n, 1700000000000 + n
         FROM generate_series($3::integer, $4::integer) n`,
        [...range, TEXT],
      );
      await db.query(
        `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
         SELECT ${idOf('n % $2::integer')}, 1 + n / $2, 1700000000000 + n, $1, 'message_posted',
           jsonb_build_object('id', 1 + n / $2, 'text', n || $5::text)
         FROM generate_series($3::integer, $4::integer) n`,
        [...range, TEXT],
      );
      await db.query(
        `INSERT INTO search_lexemes (binder_id, type, id, lexemes, user_id, created_at)
         SELECT ${idOf('n % $2::integer')}, 'message', (1 + n / $2)::text,
           to_tsvector('simple', n || $5::text), $1, 1700000000000 + n
         FROM generate_series($3::integer, $4::integer) n`,
        [...range, TEXT],
      );
    }
    // Insert all in one statement, so that no consumer of the log sees a binder without its cursor.
    await db.query(
      `WITH made AS (
         INSERT INTO binders (id, partner_id, org_id, name, owner_id, created_at, updated_at, epoch, seq, next_id, total_messages)
         SELECT ${idOf('n')}, $1, $2, 'Binder ' || n, $3, n, 1700000000000 + $5::bigint, 'bench', $4::bigint, $4::bigint + 1, $4::bigint
         FROM generate_series(0, ${BINDERS - 1}) n RETURNING id
       ), joined AS (
         INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) SELECT id, $3, 'owner', 1, 1 FROM made
       )
       INSERT INTO log_cursors (consumer, binder_id, seq, epoch) SELECT name, id, $4::bigint, 'bench' FROM made, unnest($6::text[]) name`,
      [user.partner_id, user.org_id, user.id, each, messages, consumers],
    );
    for (;;) {
      const [row] = await db.query<{ left: number }>(
        `SELECT count(*) AS left FROM binders b LEFT JOIN binder_chain_heads h ON h.binder_id = b.id WHERE b.seq > coalesce(h.seq, 0)`,
      );
      if (row?.left === 0) break;
      await sleep(1_000);
    }
    await db.query('VACUUM ANALYZE');
    await db.query('CHECKPOINT');
  });
}

async function uploadFiles(count: number): Promise<void> {
  const [binder] = await installation.binders(1);
  for (let number = 0; number < count; number++) {
    const form = new FormData();
    form.append('file', new Blob([randomBytes(FILE_BYTES)]), `file-${number}.bin`);
    await installation.call('POST', `/${binder}/pageupload`, form);
  }
}

async function command(
  name: 'backup' | 'restore',
  args: string[],
): Promise<{ line: string; seconds: number }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [join(commands, `${name}.ts`), ...args], {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), DATA_DIR: installation.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors}`);
  const lines = output.split('\n').filter((line) => line !== '' && !line.endsWith('…'));
  return { line: lines.join('; '), seconds: (performance.now() - began) / 1_000 };
}

const describeTimes = (what: string, times: Times) =>
  report(
    `${what}: ${times.all.length} posts, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, ${times.failed} failed`,
  );

async function measure({ dataDir, ...rest }: Installation): Promise<void> {
  const { origin } = await rest.server();
  const token = await rest.token();
  const binders = (await rest.binders(10)).map((id) => ({ id, token }));
  const quiet = () =>
    postAtRate(origin, binders, POSTS_PER_SECOND, (number) => number >= QUIET_SECONDS * POSTS_PER_SECOND);
  await quiet();
  describeTimes('no backup runs', await quiet());
  for (const what of ['the first backup', 'the second backup']) {
    let isDone = false;
    const posting = postAtRate(origin, binders, POSTS_PER_SECOND, () => isDone);
    const { line, seconds } = await command('backup', ['--to', place]);
    isDone = true;
    report(`${what}: ${seconds.toFixed(1)} s: ${line}`);
    describeTimes(`${what} runs`, await posting);
  }
  describeTimes('no backup runs', await quiet());
  await rest.stopServer();
  const into = `${dataDir}-restored`;
  try {
    const { line, seconds } = await command('restore', ['--from', place, '--into', into]);
    report(`restore: ${seconds.toFixed(1)} s: ${line}`);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '1000000' },
      files: { type: 'string', default: '200' },
    },
  });
  try {
    report(describeMachine(installation.dataDir).join('\n'));
    const began = performance.now();
    await seedMessages(Number(values.messages));
    await uploadFiles(Number(values.files));
    report(`seeded in ${Math.round((performance.now() - began) / 1_000)} s`);
    await measure(installation);
  } finally {
    await installation.remove();
    await rm(place, { recursive: true, force: true });
  }
}

await main();
