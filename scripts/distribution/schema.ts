/** Runs a statement of the catalogue and gives its rows. */
export type Ask = <R extends object>(text: string) => Promise<R[]>;

/** A table as PostgreSQL's catalogue describes it. */
export interface Table {
  columns: {
    name: string;
    type: string;
    collation: string;
    isNullable: boolean;
    /** How PostgreSQL works it out, when it does. */
    isGenerated: boolean;
    /** Whether it counts by a sequence. */
    counts: boolean;
  }[];
  /** What lets no two rows be alike: primary key, unique and exclusion constraints, unique indexes. `null`: an expression. */
  unique: { name: string; columns: (string | null)[] }[];
  foreignKeys: { name: string; columns: string[]; to: string; toColumns: string[]; onDelete: string }[];
  /** What else it has that is not spread: triggers, rules, children of its own. */
  others: string[];
}

const OURS = `c.relnamespace = 'public'::regnamespace`;

/** A row of one of the queries below, with the table that it is about. */
type Of<Part> = Part & { table_name: string };

/** Reads the tables of the schema `public`, each with its name. */
export async function readSchema(ask: Ask): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  const of = ({ table_name: name }: { table_name: string }) => {
    const known = tables.get(name) ?? { columns: [], unique: [], foreignKeys: [], others: [] };
    tables.set(name, known);
    return known;
  };
  for (const row of await ask<Of<Table['columns'][number]>>(COLUMNS)) of(row).columns.push(row);
  for (const row of await ask<Of<Table['unique'][number]>>(UNIQUE)) of(row).unique.push(row);
  for (const row of await ask<Of<Table['foreignKeys'][number]>>(FOREIGN_KEYS)) of(row).foreignKeys.push(row);
  for (const row of await ask<Of<{ other: string }>>(OTHERS)) of(row).others.push(row.other);
  return tables;
}

const COLUMNS = `SELECT c.relname::text AS table_name, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attcollation::regcollation::text AS collation, NOT a.attnotnull AS "isNullable", a.attgenerated <> '' AS "isGenerated",
    a.attidentity <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%', false) AS counts
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE ${OURS} AND c.relkind IN ('r', 'p', 'f') ORDER BY c.relname, a.attnum`;

const UNIQUE = `SELECT c.relname::text AS table_name, index.relname::text AS name,
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0
      WHERE k.place <= i.indnkeyatts ORDER BY k.place) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class index ON index.oid = i.indexrelid
  WHERE ${OURS} AND (i.indisunique OR i.indisexclusion) ORDER BY 1, 2`;

const namesOf = (numbers: string, table: string) =>
  `ARRAY(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS k (number, place)
     JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number ORDER BY k.place)`;

const FOREIGN_KEYS = `SELECT c.relname::text AS table_name, f.conname::text AS name, f.confrelid::regclass::text AS "to",
    ${namesOf('f.conkey', 'f.conrelid')} AS columns, ${namesOf('f.confkey', 'f.confrelid')} AS "toColumns",
    f.confdeltype::text || f.confupdtype::text AS "onDelete"
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid WHERE ${OURS} AND f.contype = 'f' ORDER BY 1, 2`;

const OTHERS = `SELECT c.relname::text AS table_name, 'the trigger ' || t.tgname AS other
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${OURS} AND NOT t.tgisinternal
  UNION ALL SELECT c.relname::text, 'the rule ' || r.rulename
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE ${OURS}
  UNION ALL SELECT c.relname::text, 'rows of ' || i.inhrelid::regclass
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent WHERE ${OURS}`;
