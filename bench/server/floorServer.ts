// The floor of the server: the page's rows from the same database behind Fastify, and nothing else.
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import pg from 'pg';
import { types } from '#server/platform/database/poolSettings.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';

const [kind = '', where = ''] = process.argv.slice(2);
type Run = (name: string, text: string, values: unknown[]) => Promise<unknown[]>;

async function open(): Promise<Run> {
  if (kind === 'postgres') {
    const pool = new pg.Pool({ connectionString: where, max: 10, types });
    return async (name, text, values) => (await pool.query({ name, text, values })).rows as unknown[];
  }
  const db = await PGlite.create(where);
  return async (_name, text, values) => (await db.query(text, values)).rows;
}

const MINE = `c.owner_id = $1 and c.kind = ${PRIMARY_EXPENSE_TYPE.local} and c.withdrawn_at is null`;
const NEWEST = `order by c.created_at desc, c.id desc limit 25`;
const TOTAL = `(select count(*) from claims c where ${MINE}) as total`;
/** What the page shows: the claims, their bills and their number. */
const PAGE = `select c.*, ${TOTAL},
    (select json_agg(json_build_object('fingerPrint', b.file_hash, 'name', b.name, 'size', f.size, 'type', f.type)
    order by b.position) from claim_bills b join files f on f.hash = b.file_hash where b.claim_id = c.id) as bills
  from (select c.* from claims c where ${MINE} ${NEWEST}) c ${NEWEST}`;
/** The same without bills: one table alone. */
const ROWS = `select c.*, ${TOTAL} from claims c where ${MINE} ${NEWEST}`;

const run = await open();
const app = Fastify({ logger: false });
const owner = (query: unknown): string => String((query as { owner?: unknown }).owner);
app.get('/page', async (request) => ({ rows: await run('page', PAGE, [owner(request.query)]) }));
app.get('/rows', async (request) => ({ rows: await run('rows', ROWS, [owner(request.query)]) }));
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
process.on('SIGTERM', () => process.exit(0));
