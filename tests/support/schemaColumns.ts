import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** What a column holds as TypeScript sees it, whether it may be null, and whether an insert may leave it out. */
export type Column = readonly [kind: string, 'null' | 'not null', 'optional' | 'required'];
export type Schema = Record<string, Record<string, Column>>;

const KINDS: Readonly<Record<string, string>> = {
  text: 'string',
  date: 'string',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  ARRAY: 'array',
  bytea: 'bytes',
};

/** Tables that this version no longer uses and the one before it does, while both run on one database. */
const RETIRED = ['sign_in_codes'];

/** The columns of a migrated database, without what the migrator keeps for itself, and words that are only searched. */
export async function columnsOf(db: Kysely<Tables>): Promise<Schema> {
  const { rows } = await sql<{
    table_name: string;
    column_name: string;
    data_type: string;
    is_nullable: 'YES' | 'NO';
    may_be_left_out: boolean;
  }>`
    select c.table_name, c.column_name, c.data_type, c.is_nullable,
      c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS'
        as may_be_left_out
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
      and c.data_type <> 'tsvector' and not (c.table_name = any(${RETIRED}::text[]))
    order by c.table_name, c.column_name`.execute(db);
  const schema: Schema = {};
  for (const row of rows) {
    (schema[row.table_name] ??= {})[row.column_name] = [
      KINDS[row.data_type] ?? row.data_type,
      row.is_nullable === 'YES' ? 'null' : 'not null',
      row.may_be_left_out ? 'optional' : 'required',
    ];
  }
  return schema;
}

const PROGRAM = `
type Kind<T> = [T] extends [string] ? 'string' : [T] extends [number] ? 'number' : [T] extends [boolean] ? 'boolean'
  : [T] extends [Uint8Array] ? 'bytes' : [T] extends [readonly unknown[]] ? 'array' | 'json' : 'json';
type Described<Row> = {
  [Name in keyof Row]-?: readonly [
    Kind<NonNullable<SelectType<Row[Name]>>>,
    null extends SelectType<Row[Name]> ? 'null' : 'not null',
    // A type may be stricter than the database: what has a default may be demanded of every insert.
    'optional' | (undefined extends InsertType<Row[Name]> ? never
      : null extends InsertType<Row[Name]> ? never : 'required'),
  ];
};
`;

/**
 * What the Kysely table types and a schema disagree about, as the TypeScript compiler tells it: a table or a column
 * that only one of them has, another kind, another nullability, an insert that the database would refuse.
 */
export function differencesFromTypes(schemas: Readonly<Record<string, Schema>>): string[] {
  const folder = mkdtempSync(resolve('node_modules/.cache', 'kharcha-columns-'));
  const lines = [
    `import type { InsertType, SelectType } from 'kysely';`,
    `import type { Tables } from ${JSON.stringify(resolve('server/platform/database/tables.ts'))};`,
    PROGRAM,
  ];
  for (const [name, schema] of Object.entries(schemas)) {
    lines.push(`export const ${name}: { [Table in keyof Tables]: Described<Tables[Table]> } = {`);
    for (const [table, columns] of Object.entries(schema)) {
      lines.push(`  ${JSON.stringify(table)}: { // ${name}.${table}`);
      for (const [column, described] of Object.entries(columns))
        lines.push(`    ${JSON.stringify(column)}: ${JSON.stringify(described)}, // ${name}.${table}.${column}`);
      lines.push('  },');
    }
    lines.push('};');
  }
  try {
    const text = lines.join('\n');
    writeFileSync(join(folder, 'columns.ts'), text);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: resolve('server/tsconfig.json'), include: ['columns.ts'] }),
    );
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder], {
      stdio: 'pipe',
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    const said = String((error as { stdout?: unknown }).stdout ?? error);
    const source = lines.join('\n').split('\n');
    return said
      .split('\n')
      .filter((line) => /error TS/.test(line))
      .map((line) => {
        const at = Number(/\((\d+),/.exec(line)?.[1] ?? 0);
        return `${source[at - 1]?.trim() ?? ''} | ${line.replace(/^.*?error /, '')}`;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
