import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import { encodeListQuery } from '#contract/query.ts';
import { dataOf, type Found } from '#tests/support/expenses.ts';
import { signInDemo } from '../../main/process.ts';

/** What of a claim was acknowledged last. */
type Told = Pick<LocalExpense, 'remarks' | 'withdrawn' | 'managerApprovalStatus' | 'financeApprovalStatus'>;
type Facts = Partial<Told>;
type Row = Told & { expenseId: string };

interface Differences {
  lost: string[];
  doubled: string[];
  /** Claims that are otherwise than acknowledged. */
  other: string[];
}

/** What the server has acknowledged of local claims, to be compared with what it lists in the end. */
export class Ledger {
  readonly #claims = new Map<string, Facts>();

  get size(): number {
    return this.#claims.size;
  }

  acknowledged(id: string, facts: Facts): void {
    this.#claims.set(id, { ...this.#claims.get(id), ...facts });
  }

  /** Against what the lists of all owners have. */
  async compare(url: string, owners: readonly string[]): Promise<Differences> {
    const rows: LocalExpense[] = [];
    for (const owner of owners) rows.push(...(await listOf(url, owner)));
    return differences(this.#claims, rows);
  }
}

/** The first word of what the phones of this proof remark is the claim's own. */
export function differences(claims: ReadonlyMap<string, Facts>, rows: readonly Row[]): Differences {
  const byId = new Map(rows.map((row) => [row.expenseId, row]));
  const keys = rows.flatMap(({ remarks }) => /^soak-\S+/.exec(remarks ?? '')?.[0] ?? []);
  const seen = new Set<string>();
  return {
    lost: [...claims.keys()].filter((id) => !byId.has(id)),
    doubled: keys.filter((key) => seen.size === seen.add(key).size),
    other: [...claims].flatMap(([id, facts]) => {
      const row = byId.get(id);
      return row ? Object.entries(facts).flatMap(([name, value]) => otherwise(row, name as keyof Facts, value)) : [];
    }),
  };
}

const otherwise = (row: Row, name: keyof Facts, value: unknown): string[] =>
  (row[name] ?? false) === value ? [] : [`${row.expenseId}: ${name} is ${String(row[name])} and not ${String(value)}`];

async function listOf(url: string, owner: string): Promise<LocalExpense[]> {
  const api = await signInDemo(url, owner);
  const rows: LocalExpense[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const list = encodeListQuery({ pageSize: MAX_PAGE_SIZE, pageNumber, filters: { USER_EMAIL: [owner] } });
    const { results } = dataOf<Found>(await api.get(urlOf(searchLocalExpenses, { list })));
    rows.push(...results.content);
    if (results.content.length === 0 || rows.length >= results.totalElements) return rows;
  }
}
