import { MAX_BULK_IDS } from '#contract/limits.ts';
import type { Submission } from '#data/submit.ts';
import type { DecisionDef } from './definition.ts';

/** What a decision needs to know of a kind of record. */
export interface Decided<Row> {
  name: string;
  idOf: (row: Row) => string;
  versionOf: (row: Row) => number;
  faceOf: (row: Row) => { title: string; amount?: number; day?: string };
}

/** What is decided, with whose it is: it stands among everybody's. */
export function faceOf<Row>(kind: Decided<Row>, row: Row): { title: string; amount?: number; day?: string } {
  const face = kind.faceOf(row);
  const { employeeName } = row as { employeeName?: unknown };
  return typeof employeeName === 'string' ? { ...face, title: `${employeeName}: ${face.title}` } : face;
}

/** One decision as a change for the outbox, with the version it was made on (OB-10). */
export function decisionCommand<Row>(
  kind: Decided<Row>,
  def: DecisionDef<Row>,
  row: Row,
  approve: boolean,
  body: Record<string, unknown>,
  email: string,
): Submission {
  return {
    endpoint: approve ? def.endpoints.approve : def.endpoints.reject,
    query: def.query(row, email),
    body: body as Submission['body'],
    ifMatch: kind.versionOf(row),
    base: row,
    record: { kind: kind.name, id: kind.idOf(row) } as Submission['record'],
    face: {
      ...faceOf(kind, row),
      note: approve ? 'Approve' : 'Reject',
      success: approve ? def.toasts.approved : def.toasts.rejected,
    },
  };
}

/** Changes that were made with one tap, and are told of as one. */
export interface Batch {
  id: string;
}

/** Rows in changes of as many as one may carry (MGR-11). */
export const inBatches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_BULK_IDS) }, (_, at) =>
    rows.slice(at * MAX_BULK_IDS, (at + 1) * MAX_BULK_IDS),
  );

/**
 * A bulk decision of at most 100 as one change; each item carries its version and is decided by itself. `batch` is
 * given where it is one of several.
 */
export function bulkCommand<Row>(
  kind: Decided<Row>,
  def: DecisionDef<Row>,
  rows: readonly Row[],
  approve: boolean,
  comments: string,
  batch?: Batch,
): Submission {
  const ids = rows.map(kind.idOf);
  const [only] = rows.length === 1 ? rows : [];
  const note = approve ? 'Approve' : 'Reject';
  return {
    endpoint: def.endpoints.bulk,
    body: {
      ids,
      comments: comments.trim() === '' ? null : comments.trim(),
      approved: approve,
      versions: Object.fromEntries(rows.map((row) => [kind.idOf(row), kind.versionOf(row)])),
    } as object as Submission['body'],
    record: { kind: kind.name, ids } as Submission['record'],
    face: {
      ...(only ? faceOf(kind, only) : { title: `${note} ${rows.length} ${def.bulk.noun}` }),
      note,
      ...(batch && { batch }),
    },
  };
}
