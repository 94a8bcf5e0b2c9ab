import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DISPOSITION_STATUSES, ORG_STATUSES, type TermField } from '#contract/campaignOptions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { codeOf } from '../codes.ts';
import { hasRoom, learn, termCode, type KnownTerms } from './terms.ts';

/**
 * Puts companies and contacts into the database by their natural keys, a batch in a few statements: one that is there
 * is changed where it differs, one that is not is added. The same batch twice is the same as once.
 */

/** A value of a list that comes with the data, by its name; or several. */
interface Named {
  field: TermField;
  values: readonly string[];
  /** A single value is a column of its own, several are an array. */
  many: boolean;
}
/** Values by column of the table; lists that come with the data by name. */
export type Values = Readonly<Record<string, string | number | boolean | null | Named>>;

export interface NewCompany {
  externalId: string;
  /** Columns of `companies`. */
  values: Values;
  /** Columns of `company_texts`; absent: they stay as they are. */
  texts?: { boq: string; tender: string };
}
export interface NewContact {
  externalId: string;
  /** External id of the company. */
  company: string;
  /** Columns of `contacts`. */
  values: Values;
  /** Columns of `contact_details`. */
  details: Readonly<Record<string, string | null>>;
  /**
   * Columns of `contacts` that were not said and only follow from an address or number: they stay as long as that one
   * does.
   */
  unsaid?: readonly (readonly [column: 'mail' | 'is_company_domain' | 'mobile', of: 'email' | 'mobile'])[];
}
interface Refused<Row> {
  row: Row;
  reason: string;
}
export interface Stored<Row> {
  refused: Refused<Row>[];
  /** For `remember`, once the transaction has taken effect. */
  learnt: KnownTerms;
}

const isNamed = (value: Values[string]): value is Named => typeof value === 'object' && value !== null;

/** Gives new names their codes. Rows with a name too many are left out. */
async function settleNames<Row extends { values: Values }>(
  tx: Kysely<Tables>,
  known: KnownTerms,
  rows: readonly Row[],
): Promise<{ rows: { row: Row; columns: Record<string, unknown> }[] } & Stored<Row>> {
  const refused: Refused<Row>[] = [];
  const wanted = new Map<TermField, Set<string>>();
  const kept = rows.filter((row) => {
    for (const value of Object.values(row.values)) {
      if (!isNamed(value)) continue;
      const fresh = value.values.filter((name) => termCode(known, value.field, name) === 0);
      if (fresh.length > 0 && !hasRoom(known, value.field, (wanted.get(value.field)?.size ?? 0) + fresh.length)) {
        refused.push({
          row,
          reason: `There are too many different values of ${value.field}: '${fresh[0]}' is one more`,
        });
        return false;
      }
      const names = wanted.get(value.field) ?? new Set();
      for (const name of fresh) names.add(name);
      wanted.set(value.field, names);
    }
    return true;
  });
  const learnt = await learn(tx, known, wanted);
  const code = (field: TermField, name: string): number =>
    termCode(known, field, name) || termCode(learnt, field, name);
  const settled = (value: Values[string]): unknown => {
    if (!isNamed(value)) return value;
    const codes = value.values.map((name) => code(value.field, name));
    if (value.many) return codes.length === 0 ? null : [...new Set(codes)].toSorted((a, b) => a - b);
    return codes[0] ?? 0;
  };
  return {
    refused,
    learnt,
    rows: kept.map((row) => ({
      row,
      columns: Object.fromEntries(Object.entries(row.values).map(([name, value]) => [name, settled(value)])),
    })),
  };
}

const refs = (columns: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));
const rowsOf = (table: keyof Tables, rows: readonly object[], alias: string): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) ${sql.ref(alias)}`;

/** Adds rows, or changes those that are there and differ; `columns` are all that is written, the key among them. */
const upsert = (
  table: keyof Tables,
  key: string,
  columns: readonly string[],
  rows: readonly object[],
): RawBuilder<unknown> => {
  const others = columns.filter((name) => name !== key);
  const change =
    others.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
        where (${refs(others, table)}) is distinct from (${refs(others, 'excluded')})`;
  return sql`insert into ${sql.table(table)} (${refs(columns)}) select ${refs(columns, 'r')}
    from ${rowsOf(table, rows, 'r')} on conflict (${sql.ref(key)}) ${change}`;
};

/** The last of those with the same key: rows further down in a file are newer. */
const lastOfEach = <Row extends { externalId: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.externalId, row])).values(),
];

const YET_TO_CONTACT = codeOf(ORG_STATUSES, 'yet_to_contact');

export async function storeCompanies(
  tx: Kysely<Tables>,
  known: KnownTerms,
  batch: readonly NewCompany[],
): Promise<Stored<NewCompany>> {
  const { rows, refused, learnt } = await settleNames(tx, known, lastOfEach(batch));
  const first = rows[0];
  if (first) {
    await upsert(
      'companies',
      'external_id',
      ['external_id', ...Object.keys(first.columns)],
      rows.map(({ row, columns }) => ({ ...columns, external_id: row.externalId })),
    ).execute(tx);
    // Nobody has been contacted there as long as no contact says otherwise.
    await sql`update companies set org_status = ${YET_TO_CONTACT}
      where org_status = 0 and external_id = any(${rows.map(({ row }) => row.externalId)}::text[])`.execute(tx);
    await storeTexts(
      tx,
      rows.map(({ row }) => row),
    );
  }
  return { refused, learnt };
}

/** Texts are stored apart, for companies that have any. */
async function storeTexts(tx: Kysely<Tables>, companies: readonly NewCompany[]): Promise<void> {
  const texts = companies.flatMap(({ externalId, texts: each }) => (each ? [{ key: externalId, ...each }] : []));
  if (texts.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) r (key text, boq text, tender text)
    join companies c on c.external_id = r.key`;
  await sql`delete from company_texts t using (select c.id from ${given} where r.boq = '' and r.tender = '') gone
    where t.company_id = gone.id`.execute(tx);
  await sql`
    insert into company_texts (company_id, boq, tender) select c.id, r.boq, r.tender from ${given}
    where r.boq <> '' or r.tender <> ''
    on conflict (company_id) do update set boq = excluded.boq, tender = excluded.tender
    where (company_texts.boq, company_texts.tender) is distinct from (excluded.boq, excluded.tender)`.execute(tx);
}

const MOVED = (company: string): string =>
  `The contact belongs to company ${company} already; one that moves gets an id of its own`;

export async function storeContacts(
  tx: Kysely<Tables>,
  known: KnownTerms,
  batch: readonly NewContact[],
): Promise<Stored<NewContact>> {
  const companies = new Map(
    (
      await tx
        .selectFrom('companies')
        .select(['id', 'external_id'])
        .where(sql<boolean>`external_id = any(${[...new Set(batch.map(({ company }) => company))]}::text[])`)
        .execute()
    ).map(({ id, external_id }) => [external_id, id]),
  );
  const there = new Map(
    (
      await tx
        .selectFrom('contact_details as d')
        .innerJoin('contacts as k', 'k.id', 'd.contact_id')
        .innerJoin('companies as c', 'c.id', 'k.company_id')
        .select([
          'd.external_id',
          'k.id',
          'c.external_id as company',
          'k.mail',
          'k.is_company_domain',
          'k.mobile',
          'd.email',
          'd.mobile as number',
        ])
        .where(sql<boolean>`d.external_id = any(${batch.map(({ externalId }) => externalId)}::text[])`)
        .execute()
    ).map((row) => [row.external_id, row]),
  );
  const misplaced: Refused<NewContact>[] = [];
  const homes = new Map([...there].map(([externalId, { company }]) => [externalId, company]));
  const placed = batch.filter((row) => {
    const home = homes.get(row.externalId) ?? row.company;
    const reason = !companies.has(row.company)
      ? `There is no company ${row.company}`
      : home !== row.company
        ? MOVED(home)
        : null;
    if (reason === null) homes.set(row.externalId, home);
    else misplaced.push({ row, reason });
    return reason === null;
  });
  const { rows: good, refused: unnamed, learnt } = await settleNames(tx, known, lastOfEach(placed));
  const refused = [...misplaced, ...unnamed];
  const first = good[0];
  if (!first) return { refused, learnt };
  const fresh = good.filter(({ row }) => !there.has(row.externalId)).length;
  const ids = (
    await sql<{
      id: number;
    }>`select nextval(pg_get_serial_sequence('contacts', 'id'))::integer as id from generate_series(1, ${fresh})
      order by 1 desc`.execute(tx)
  ).rows;
  const kept = ({ externalId, details, unsaid = [] }: NewContact): Record<string, unknown> => {
    const before = there.get(externalId);
    return before
      ? Object.fromEntries(
          unsaid
            .filter(([, of]) => details[of] === (of === 'email' ? before.email : before.number))
            .map(([column]) => [column, before[column]]),
        )
      : {};
  };
  const rows = good.map(({ row, columns }) => ({
    row,
    contact: {
      ...columns,
      ...kept(row),
      id: there.get(row.externalId)?.id ?? ids.pop()?.id,
      company_id: companies.get(row.company),
    },
  }));
  const touched = [...new Set(rows.map(({ contact }) => contact.company_id))].toSorted((a, b) => Number(a) - Number(b));
  // The database counts each company's contacts: locked in one order, two imports at once wait for each other and do
  // not collide.
  await sql`select from companies where id = any(${touched}::integer[]) order by id for update`.execute(tx);
  await upsert(
    'contacts',
    'id',
    ['id', 'company_id', ...Object.keys(first.columns)],
    rows.map(({ contact }) => contact),
  ).execute(tx);
  await upsert(
    'contact_details',
    'contact_id',
    ['contact_id', 'external_id', ...Object.keys(first.row.details)],
    rows.map(({ row, contact }) => ({ ...row.details, contact_id: contact.id, external_id: row.externalId })),
  ).execute(tx);
  await followContacts(tx, touched);
  return { refused, learnt };
}

/** A company has the disposition of its furthest contact. */
export async function followContacts(tx: Kysely<Tables>, companies: readonly (number | undefined)[]): Promise<void> {
  const [followUp, doNot] = [
    codeOf(DISPOSITION_STATUSES, 'FOLLOW_UP'),
    codeOf(DISPOSITION_STATUSES, 'DO_NOT_FOLLOW_UP'),
  ];
  await sql`
    update companies c set org_status = n.status from (
      select company_id, case when bool_or(disposition = ${followUp}) then ${codeOf(ORG_STATUSES, 'follow_up')}::integer
        when bool_or(disposition = ${doNot}) then ${codeOf(ORG_STATUSES, 'do_not_follow_up')}::integer
        else ${YET_TO_CONTACT}::integer end as status
      from contacts where company_id = any(${companies}::integer[]) group by company_id
    ) n where c.id = n.company_id and c.org_status <> n.status`.execute(tx);
}
