import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import { FILTER_KINDS, SORT_KEYS } from '#contract/query.ts';
import type { Api } from '#tests/support/api.ts';
import { openBefore } from '#tests/support/before.ts';
import { pdf } from '#tests/support/files.ts';
import { email, PEOPLE, type PersonKey } from '#tests/support/people.ts';
import { fc, type GeneratorValue } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { bodyFor, oddText } from '#tests/support/wishes.ts';

/**
 * S1 Z39: requests of every call, with bodies that its schema describes and some that it does not. They are tried for 4
 * seconds, by `npm run proof -- calls` for as many as that says.
 */
const SECONDS = Number(process.env['PROOF_SECONDS'] ?? 4);

/** No address has half a pair. */
const whole = (text: string): string => text.replace(/\p{Cs}/gu, '?');

const entries = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
  ({ path, name }) => !path.startsWith('/demo/') && name !== 'logout',
);

let server: TestServer;
/** Words of this server, by what they name. */
const known = new Map<string, string[]>();
const apis = new Map<PersonKey, Api>();

beforeAll(async () => {
  server = await startServer(
    { REQUESTS_A_SECOND: '0', CREATIONS_PER_DAY: '1000000', UPLOADS_PER_HOUR: '1000000' },
    { open: openBefore },
  );
  const { db } = server.database;
  await sql`create table written (name text, what text)`.execute(db);
  await sql`create function note_written() returns trigger language plpgsql as $body$
    begin
      insert into written values (tg_table_name, tg_op);
      return null;
    end $body$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'written'`.execute(db);
  for (const { name } of tables)
    await sql`create trigger zz_written after insert or update or delete on ${sql.table(name)}
      for each row execute function note_written()`.execute(db);
  // Nobody was one in that build.
  await sql`update people set roles = roles || '{orgAdmin}'::text[] where email = ${email('director')}`.execute(db);
  const { rows } = await sql<{ of: string; id: string }>`
    select 'local' as of, id from claims where kind = 0 union all select 'conveyance', id from claims where kind = 1
    union all select 'travel', id from claims where kind = 2 union all select 'trip', id from trips
    union all select 'enquir', id from enquiries union all select 'campaign', id from campaigns
    union all select 'tally', id from tally_batches union all select 'person', id from people
    union all select 'email', email from people union all select 'name', name from people
    union all select 'code', employee_code from people union all select 'file', hash from files`.execute(db);
  for (const { of, id } of rows) known.set(of, [...(known.get(of) ?? []), id]);
});
afterAll(() => server.close());

async function api(who: PersonKey): Promise<Api> {
  const there = apis.get(who);
  if (there && (await there.get('/api/v1/user/role')).status !== 401) return there;
  const made = server.with(await server.signIn(who));
  apis.set(who, made);
  return made;
}

/** Mostly what this call is about. */
function wordFor(g: GeneratorValue, { name }: Endpoint): string {
  const [, own] = [...known].find(([of]) => name.toLowerCase().includes(of)) ?? [];
  return g(fc.constantFrom, ...(own && g(fc.nat, { max: 9 }) > 2 ? own : [...known.values()].flat()));
}

interface Wish {
  who: PersonKey;
  entry: Endpoint;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

function queryOf(g: GeneratorValue, entry: Endpoint): { query: Record<string, string>; list?: string } {
  const text = (): string => (g(fc.nat, { max: 5 }) === 0 ? whole(oddText(g)) : wordFor(g, entry));
  const query: Record<string, string> = {};
  for (const name of [...(entry.required ?? []), ...(entry.params ?? [])])
    if (entry.required?.includes(name) ? g(fc.nat, { max: 11 }) > 0 : g(fc.boolean)) query[name] = text();
  if (entry.list !== true) return { query };
  if (g(fc.boolean)) return { query, list: 'pageSize=25&pageNumber=0' };
  const filters = Array.from({ length: g(fc.nat, { max: 3 }) }, () => {
    const key = g(fc.constantFrom, ...Object.keys(FILTER_KINDS), 'constructor', '');
    const value = g(fc.constantFrom, '0', '1|2', `${NOW - 86_400_000}|${NOW}`, '|', text());
    return `filter=${encodeURIComponent(`${key}:${value}`)}`;
  });
  const size = g(fc.constantFrom, 'pageSize=25', 'pageSize=0', 'pageSize=1e3', 'pageSize=', '');
  const page = g(fc.constantFrom, 'pageNumber=0', 'pageNumber=-1', 'pageNumber=99999999999', 'pageNumber=3');
  const sort = g(fc.constantFrom, '', ...SORT_KEYS.map((key) => `sort=${key}`), 'sort=%00');
  return { query, list: [size, page, sort, ...filters].filter((part) => part !== '').join('&') };
}

/** Who is likely to be let in; anybody else now and then. */
const WHO: readonly [RegExp, readonly PersonKey[]][] = [
  [/campaign|analytics/i, ['campaign-manager', 'campaign-user']],
  [/tally|sheet|upload(?:Expenses|Payments)|report|download|finance|revive|gst/i, ['finance', 'finance2', 'tally']],
  [/manager|team|delegation|waiting/i, ['manager', 'manager2', 'director']],
  [/admin|ticket|noShow|cancellation|candidate/i, ['admin']],
  [
    /person|people|organi|polic|webhook|provision|identity|apiKey|audit|hold|retention|role|dates|key|setUp/i,
    ['director'],
  ],
];
const whoMay = ({ name, path }: Endpoint): readonly PersonKey[] => [
  ...WHO.flatMap(([of, who]) => (of.test(name) || of.test(path) ? [...who, ...who, ...who, ...who] : [])),
  'employee',
  'employee',
  'employee2',
  ...PEOPLE,
];

function wishOf(g: GeneratorValue): Wish {
  const entry = g(fc.constantFrom, ...entries);
  const part = (): string => (g(fc.nat, { max: 9 }) === 0 ? whole(oddText(g)) : wordFor(g, entry));
  const parts = Object.fromEntries([...entry.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => [name, part()]));
  const headers: Record<string, string> = {};
  const maybe = (name: string, ...values: string[]): void => {
    if (g(fc.nat, { max: 11 }) === 0) headers[name] = g(fc.constantFrom, ...values);
  };
  maybe(HEADERS.ifMatch, '"1"', '"2"', '"x"', '1', '*', '"99999999999999999999"');
  maybe(HEADERS.idempotencyKey, 'a'.repeat(20), `key-${g(fc.nat, { max: 50 })}-0123456789`, 'short', '-'.repeat(300));
  maybe(HEADERS.savedAt, String(NOW - 1_000), '-1', '1e99', 'x');
  maybe(HEADERS.heardAt, String(NOW - 2_000), String(Number.MAX_SAFE_INTEGER), 'x');
  maybe(HEADERS.account, 'employee@example.com', 'nobody');
  maybe(HEADERS.recordId, ...(known.get('local') ?? []).slice(0, 4), 'x');
  maybe(HEADERS.recordReceipt, 'x', 'a.b.c');
  maybe(HEADERS.deviceId, 'a'.repeat(32), 'x');
  maybe(HEADERS.clientVersion, '20000101-000000000000', 'x');
  maybe(HEADERS.latitude, '12.9', 'NaN', '1e400');
  return {
    who: g(fc.constantFrom, ...whoMay(entry)),
    entry,
    url: urlOf(entry, { parts, ...queryOf(g, entry) }),
    headers,
    body: bodyFor(g, entry, () => wordFor(g, entry)),
  };
}

/** Not by `Api`, which takes what is asked for as a password to be one. */
async function send(
  { token, url }: Api,
  method: string,
  path: string,
  body: BodyInit | undefined,
  headers: Record<string, string>,
): Promise<{ status: number }> {
  const { status } = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { platform: 'WEB_SITE', ...(token !== null && { token }), ...headers },
    ...(body !== undefined && { body }),
  }).then(async (answer) => (await answer.arrayBuffer(), answer));
  return { status };
}

function formOf(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf');
  return form;
}

const FILES = [pdf('a bill'), Buffer.from('no bill'), Buffer.alloc(0), Buffer.from('PK\u0003\u0004')];

async function carryOut(caller: Api, { entry, url, headers, body }: Wish): Promise<{ status: number }> {
  switch (entry.bodyType) {
    case 'file':
      return send(caller, 'POST', url, formOf(FILES[url.length % FILES.length] ?? pdf('x')), headers);
    case 'part':
      return send(caller, entry.method, url, entry.method === 'PATCH' ? 'x' : undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': String(url.length % 20),
        'upload-offset': String(url.length % 3),
        ...(entry.method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      });
    case 'octet':
      return send(caller, entry.method, url, 'x'.repeat(url.length), {
        'content-type': 'application/octet-stream',
        ...headers,
      });
    default:
      return send(
        caller,
        entry.method,
        url,
        body === undefined || entry.method === 'GET' || entry.method === 'HEAD' ? undefined : JSON.stringify(body),
        { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      );
  }
}

/** Where a refusal leaves its trace: in what counts them and, of what was forbidden, in the log (AUD-5). */
const TRACES = new Set(['audit_log', 'rate_limits']);

const written = async (): Promise<string[]> =>
  (await sql<{ name: string }>`select distinct name from written`.execute(server.database.db)).rows
    .map(({ name }) => name)
    .filter((name) => !TRACES.has(name));

it('what a call writes is noticed', async () => {
  expect((await (await api('employee')).upload(pdf('a bill of its own'))).status).toBe(200);
  expect(await written()).toContain('files');
});

describe('S1 every call, with whatever one can think of by its schema', () => {
  it('is answered, and where it is refused nothing has changed', async () => {
    const { db } = server.database;
    const faults: string[] = [];
    const property = fc.asyncProperty(
      fc.gen().map((g) => wishOf(g)),
      async (wish) => {
        const { entry, who } = wish;
        // Who has left meanwhile, by another request, does not sign in.
        const caller = entry.access === 'public' ? server.with(null) : await api(who).catch(() => null);
        if (!caller) return;
        await sql`delete from written`.execute(db);
        const { status } = await carryOut(caller, wish);
        const names = status < 400 ? [] : await written();
        if (status >= 500 || names.length > 0)
          faults.push(`${status} with ${names.join(', ')}: ${JSON.stringify({ ...wish, entry: entry.name })}`);
      },
    );
    await fc.assert(property, {
      numRuns: 10_000_000,
      interruptAfterTimeLimit: SECONDS * 1_000,
      markInterruptAsFailure: false,
    });
    expect(faults.slice(0, 5)).toEqual([]);
  });
});
