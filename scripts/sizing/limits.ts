import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import { LOOKED_AT_ONCE } from '#server/platform/files/checkJob.ts';
import { MEASURED } from './figures.ts';
import type { Input } from './input.ts';
import { CONNECTIONS_A_PROCESS, MEASURED_CLAIMS, sizeOf, type Sizing } from './model.ts';

/** What does not grow with the number of processes, and what to do once it is reached. */
export interface Limit {
  name: string;
  /** Where it is that of one kind of database alone. */
  of?: 'embedded' | 'postgres';
  /** How much of it is used: above 1 it is broken. */
  use: (sizing: Sizing, input: Input) => number;
  next: string;
}

/** As PostgreSQL comes, without the three that it keeps for its superuser. */
const LENT = 97;
/** Rows that one process seals in a second: 20,000 once a minute. */
const SEALED = 20_000 / 60;
/** Of the address of an office: `REQUESTS_A_SECOND` and twenty times as many, of each process. */
const OF_AN_ADDRESS = 1_000;
const NIGHT_AND_DAY = 86_400_000;
const HALF = 0.5;

export const LIMITS: readonly Limit[] = [
  {
    name: 'claims in the embedded database',
    of: 'embedded',
    use: ({ claimsKept }) => claimsKept / MEASURED_CLAIMS.embedded,
    next: 'PostgreSQL and an object store: npm run move.',
  },
  {
    name: `connections (${LENT} as PostgreSQL comes)`,
    of: 'postgres',
    use: ({ connections }) => connections / LENT,
    next: `raise max_connections (${CONNECTIONS_A_PROCESS} a process), or PgBouncer between (npm run proof -- pool).`,
  },
  {
    name: 'the nightly look at every file',
    of: 'postgres',
    use: ({ billsKept }, { lookup }) => (billsKept * lookup) / LOOKED_AT_ONCE / NIGHT_AND_DAY,
    next: 'it takes more than a day, and daily jobs behind it wait.',
  },
  {
    name: `people in one file (${MAX_IMPORT_ROWS.toLocaleString('en-US')})`,
    use: (_sizing, { people }) => people / MAX_IMPORT_ROWS,
    next: 'SCIM: 30 ms a person, measured with 20,000.',
  },
  {
    name: 'cores of PostgreSQL, half of them',
    of: 'postgres',
    use: ({ databaseCores }, { cores }) => databaseCores / (cores * HALF),
    next: 'a larger machine. Reads go to no replica yet, and nothing is parted over two databases.',
  },
  {
    name: `durable writes (half of ${MEASURED.submissions.value} a second)`,
    of: 'postgres',
    use: ({ peak }) => (peak.claims + peak.bills + peak.decisions) / (MEASURED.submissions.value * HALF),
    next: 'a disk that syncs faster: the figure is of two cores that server, database and load shared.',
  },
  {
    name: 'sealing the audit log',
    use: ({ peak, processes }) => (peak.claims * MEASURED.auditRows.value) / (processes * SEALED),
    next: 'it falls behind at the peak and catches up after it; more processes seal more.',
  },
  {
    name: 'requests of one address, all in one office',
    use: ({ peak, processes }) =>
      (peak.requests + peak.claims + peak.bills + peak.decisions) / (processes * OF_AN_ADDRESS),
    next: 'raise REQUESTS_A_SECOND.',
  },
];

/** Up to how many times the people are looked for. */
const MOST = 10;

/**
 * At how many times the people a limit is reached, as far as ten; 1 where it is by now. Null: beyond that, or never by
 * these.
 */
export function reachedAt(limit: Limit, input: Input): number | null {
  const { embedded } = sizeOf(input);
  if (limit.of === 'embedded' && !embedded) return null;
  const isReached = (times: number): boolean => {
    const more = { ...input, people: input.people * times };
    const sizing = sizeOf(more);
    return limit.of === 'postgres' && sizing.embedded ? false : limit.use(sizing, more) > 1;
  };
  for (let tenths = 10; tenths <= MOST * 10; tenths += 1) if (isReached(tenths / 10)) return tenths / 10;
  return null;
}
