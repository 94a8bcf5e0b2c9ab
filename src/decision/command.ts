import type { Command } from '#data/submit.ts';
import type { DecisionDef } from './definition.ts';

/** What a decision needs to know of a kind of record. */
export interface Decided<Row> {
  name: string;
  idOf: (row: Row) => string;
  versionOf: (row: Row) => number;
  faceOf: (row: Row) => { title: string; amount?: number; day?: string };
}

/** One decision as a change for the outbox, with the version it was made on (OB-10). */
export function decisionCommand<Row>(kind: Decided<Row>, def: DecisionDef<Row>, row: Row, approve: boolean, body: Record<string, unknown>, email: string): Command {
  return {
    endpoint: approve ? def.endpoints.approve : def.endpoints.reject,
    query: def.query(row, email),
    body: body as Command['body'],
    ifMatch: kind.versionOf(row),
    base: row,
    record: { kind: kind.name, id: kind.idOf(row) } as Command['record'],
    face: { ...kind.faceOf(row), note: approve ? 'Approve' : 'Reject', success: approve ? def.toasts.approved : def.toasts.rejected },
  };
}

/** A bulk decision as one change; each item carries its version and is decided by itself. */
export function bulkCommand<Row>(kind: Decided<Row>, def: DecisionDef<Row>, rows: readonly Row[], approve: boolean, comments: string): Command {
  const ids = rows.map(kind.idOf);
  return {
    endpoint: def.endpoints.bulk,
    body: { ids, comments: comments.trim() === '' ? null : comments.trim(), approved: approve, versions: Object.fromEntries(rows.map((row) => [kind.idOf(row), kind.versionOf(row)])) } as object as Command['body'],
    record: { kind: kind.name, ids } as Command['record'],
    face: { title: `${approve ? 'Approve' : 'Reject'} ${rows.length} ${def.bulk.noun}`, note: approve ? 'Approve' : 'Reject' },
  };
}
