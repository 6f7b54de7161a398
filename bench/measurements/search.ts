import { type Bench, type Measurement, median } from '../measurement.ts';

const WORDS = 20_000;
const WORDS_OF_A_MESSAGE = 12;
const STEP = 50_000;

export const search: Measurement = {
  figures: {
    'search.all_binders_p95': {
      what: 'searches of one user over 1,000 binders with 1,000,000 messages',
      unit: 'ms',
      atMost: 150,
    },
  },
  async run(bench) {
    await seed(bench);
    const { origin } = await bench.installation.server();
    const token = await bench.installation.token();
    const times: number[] = [];
    const byQuery = new Map<string, number[]>();
    for (let round = 0; round <= bench.rounds; round++)
      for (const q of queries()) {
        const begin = performance.now();
        const response = await fetch(`${origin}/v1/me/search?q=${encodeURIComponent(q)}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const body = await response.text();
        if (!response.ok) throw new Error(`a search was refused: ${response.status} ${body}`);
        if (round === 0) continue;
        const took = performance.now() - begin;
        times.push(took);
        byQuery.set(q, [...(byQuery.get(q) ?? []), took]);
      }
    const medians = [...byQuery]
      .map(([q, all]) => ({ q, ms: median(all) }))
      .toSorted((one, other) => other.ms - one.ms);
    bench.note(`medians: ${medians.map(({ q, ms }) => `“${q}” ${ms.toFixed(0)} ms`).join(', ')}`);
    times.sort((one, other) => one - other);
    return { 'search.all_binders_p95': times[Math.floor(times.length * 0.95)] ?? Number.NaN };
  },
};

function queries(): string[] {
  const words = [1, 2, 5, 10, 50, 200, 1_000, 5_000, 10_000, 19_000].map((rank) => `w${rank}`);
  return [
    ...words,
    'w',
    'w1 w2',
    'w50 w200',
    'w1 w10000',
    'w10 w5000',
    'nothing',
    'w3 w4 w5',
    'w77',
    'w123 w9',
    'w15',
  ];
}

async function seed({ installation, quick }: Bench): Promise<void> {
  const [binders, messages] = quick ? [20, 2_000] : [1_000, 1_000_000];
  await installation.token();
  await installation.withDatabase(async (db) => {
    const [user] = await db.query<{ id: string; org_id: string; partner_id: string }>(
      'SELECT u.id, u.org_id, u.partner_id FROM users u JOIN binders b ON b.owner_id = u.id LIMIT 1',
    );
    if (!user) throw new Error('the demo has no owner of a binder');
    const idOf = (number: string) => `'B' || lpad((${number})::text, 22, '0')`;
    await db.query(
      `INSERT INTO binders (id, partner_id, org_id, name, owner_id, created_at, updated_at, epoch)
       SELECT ${idOf('n')}, $1, $2, 'Binder ' || n, $3, n, n, 'bench' FROM generate_series(1, $4::integer) n`,
      [user.partner_id, user.org_id, user.id, binders],
    );
    await db.query(
      `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at)
       SELECT ${idOf('n')}, $1, 'owner', n, n FROM generate_series(1, $2::integer) n`,
      [user.id, binders],
    );
    for (let from = 1; from <= messages; from += STEP) {
      await db.query(
        `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
         SELECT ${idOf('1 + n % $2::integer')}, 1000000 + n, $1,
           (SELECT string_agg('w' || ceil(power(${WORDS}, random()))::integer, ' ') FROM generate_series(1, ${WORDS_OF_A_MESSAGE}) WHERE n > 0),
           1700000000000 + n, 1700000000000 + n
         FROM generate_series($3::integer, $4::integer) n`,
        [user.id, binders, from, Math.min(messages, from + STEP - 1)],
      );
      await db.query(
        `INSERT INTO search_lexemes (binder_id, type, id, lexemes, user_id, created_at)
         SELECT binder_id, 'message', id::text, array_to_tsvector(ARRAY(SELECT DISTINCT unnest(string_to_array(text, ' ')))), user_id, created_at
         FROM messages WHERE id >= 1000000 + $1`,
        [from],
      );
    }
    await db.query(
      `INSERT INTO log_cursors (consumer, binder_id, seq, epoch)
       SELECT 'search_lexemes', ${idOf('n')}, 0, 'bench' FROM generate_series(1, $1::integer) n`,
      [binders],
    );
    for (const table of ['search_lexemes', 'messages', 'binders', 'binder_members', 'log_cursors'])
      await db.query(`VACUUM ANALYZE ${table}`);
  });
}
