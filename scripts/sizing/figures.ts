/**
 * What `npm run sizing` computes with: cells of the tables of docs/measurements.md, each found by its row. A test
 * compares them.
 */
export interface Measured {
  value: number;
  unit: string;
  /** The first cell of its row. */
  row: string;
  /** Command that measures it again. */
  by: string;
}

const by =
  (part: string) =>
  (value: number, unit: string, row: string): Measured => ({
    value,
    unit,
    row,
    by: `npm run bench -- ${part}`,
  });
const costs = by('costs');
const server = by('server');
const start = by('start');

export const MEASURED = {
  listServer: costs(5.25, 'ms', 'processor of the server, an employee’s list of 25'),
  listDatabase: costs(2.58, 'ms', 'processor of PostgreSQL, an employee’s list of 25'),
  billServer: costs(210.96, 'ms', 'processor of the server, a bill of 281 kB with its previews'),
  billDatabase: costs(7.78, 'ms', 'processor of PostgreSQL, a bill of 281 kB with its previews'),
  claimServer: costs(3.72, 'ms', 'processor of the server, a claim filed'),
  claimDatabase: costs(3.19, 'ms', 'processor of PostgreSQL, a claim filed'),
  decisionServer: costs(5.28, 'ms', 'processor of the server, a decision'),
  decisionDatabase: costs(6.53, 'ms', 'processor of PostgreSQL, a decision'),
  tables: costs(30.11, 'kB', 'a claim with a bill, decided twice: tables'),
  previews: costs(17.41, 'kB', 'the same: previews of its bill, of its tables'),
  indexes: costs(8.48, 'kB', 'the same: indexes'),
  log: costs(47.57, 'kB', 'the same: write-ahead log'),
  auditRows: costs(3, 'rows', 'the same: rows of the audit log'),
  memory: costs(429, 'MB', 'the most of it meanwhile'),
  reportMemory: server(62, 'MB', 'XLSX of 100,000 rows, memory added, PostgreSQL, 1,000,000 claims'),
  submissions: server(
    1851,
    '/s',
    'durable claim submissions, PostgreSQL, 1,000,000 claims, against single-row durable inserts on one connection',
  ),
  requests: start(9, '', 'requests until the list is shown (the browser’s own for icons and manifest aside)'),
  opening: start(172.1, 'kB', 'all bytes until the list is shown (icons and manifest aside)'),
  sentAgain: by('upload')(1.04, '', "bytes sent, of the bill's own; it arrived byte-identical, as one claim"),
} as const satisfies Record<string, Measured>;
