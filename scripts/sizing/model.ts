import { MEASURED } from './figures.ts';
import type { Input } from './input.ts';

/** From what people do to what it takes, by measured figures. All functions are pure. */

type Figures = Record<keyof typeof MEASURED, { value: number }>;

/** Lists were measured with so many claims: the embedded database, PostgreSQL. */
export const MEASURED_CLAIMS = { embedded: 100_000, postgres: 1_000_000 } as const;
/** Of what a core or a measured rate carries: twice as much as the peak fits. */
const USED = 0.5;
/** Of one process on PostgreSQL: docs/operations.md. */
export const CONNECTIONS_A_PROCESS = 25;
const MONTHS = 12;
const HOUR_SECONDS = 3_600;
/** Who decides, and finance. */
const DECISIONS = 2;

export interface Sizing {
  /** In a month, of everybody. */
  claimsAMonth: number;
  /** At the end of the years. */
  claimsKept: number;
  billsKept: number;
  /** In a second at the peak. */
  peak: { claims: number; bills: number; decisions: number; requests: number };
  /** Whether the database that comes with it carries it, by what was measured. */
  embedded: boolean;
  /** Cores at the peak; of the embedded database, the server's hold it. */
  serverCores: number;
  databaseCores: number;
  processes: number;
  /** Of all processes, with one report each, in MB. */
  memory: number;
  connections: number;
  /** GB at the end of the years, and of the previews among it. */
  database: number;
  previews: number;
  /** GB of indexes of the last year: what lists and looks are answered from. */
  hotIndexes: number;
  /** GB in a working day. */
  log: number;
  /** GB of bills at the end of the years. */
  objects: number;
  /** Mbit/s at the peak. */
  up: number;
  down: number;
}

/** What so many people take. */
export function sizeOf(input: Input, figures: Figures = MEASURED): Sizing {
  const of = (name: keyof Figures): number => figures[name].value;
  const claimsAMonth = input.people * input.claims;
  const claimsKept = claimsAMonth * MONTHS * input.years;
  const billsKept = claimsKept * input.bills;
  const atPeak = (aMonth: number): number => (aMonth * input.peak) / (input.days * input.hours * HOUR_SECONDS);
  const claims = atPeak(claimsAMonth);
  const openings = atPeak(input.people * input.openings * input.days);
  const bills = claims * input.bills;
  const decisions = claims * DECISIONS;
  const requests = openings * of('requests');
  const cores = (list: keyof Figures, bill: keyof Figures, claim: keyof Figures, decision: keyof Figures): number =>
    (requests * of(list) + bills * of(bill) + claims * of(claim) + decisions * of(decision)) / 1_000;
  const serverCores = cores('listServer', 'billServer', 'claimServer', 'decisionServer');
  const embedded = claimsKept <= MEASURED_CLAIMS.embedded && serverCores <= USED;
  // One more than carries the peak, so that one may end.
  const processes = embedded ? 1 : Math.ceil(serverCores / USED) + 1;
  const perClaim = of('tables') + of('indexes') + (input.bills - 1) * of('previews');
  return {
    claimsAMonth,
    claimsKept,
    billsKept,
    peak: { claims, bills, decisions, requests },
    embedded,
    serverCores,
    databaseCores: cores('listDatabase', 'billDatabase', 'claimDatabase', 'decisionDatabase'),
    processes,
    memory: processes * (of('memory') + of('reportMemory')),
    connections: embedded ? 0 : processes * CONNECTIONS_A_PROCESS,
    database: (claimsKept * perClaim) / 1e6,
    previews: (billsKept * of('previews')) / 1e6,
    hotIndexes: (Math.min(1, 1 / input.years) * claimsKept * of('indexes')) / 1e6,
    log: ((claimsAMonth / input.days) * of('log')) / 1e6,
    objects: (billsKept * input.kB) / 1e6,
    up: (bills * input.kB * of('sentAgain') * 8) / 1_000,
    down: ((openings * of('opening') + bills * input.looks * input.kB) * 8) / 1_000,
  };
}
