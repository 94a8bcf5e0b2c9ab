import type { RecordKind } from '#contract/enums.ts';
import type { AnyRecord } from '#contract/record.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import type { ClaimKind } from '#list/definition.ts';
import { conveyanceKind } from '#modules/conveyance/index.ts';
import { localExpenseKind } from '#modules/localExpense/index.ts';
import { travelExpenseKind } from '#modules/travelExpense/index.ts';
import { tripKind } from '#modules/trip/index.ts';

/** The kinds behind 'a record of whatever kind', as lists know them. */
const KINDS: Record<RecordKind, ClaimKind<unknown>> = {
  travelExpense: travelExpenseKind as ClaimKind<unknown>,
  trip: tripKind as ClaimKind<unknown>,
  localExpense: localExpenseKind as ClaimKind<unknown>,
  conveyance: conveyanceKind as ClaimKind<unknown>,
};
const all = Object.entries(KINDS) as [RecordKind, ClaimKind<unknown>][];
const kindOf = (any: AnyRecord): ClaimKind<unknown> => KINDS[any.kind];
const made = (kind: RecordKind, record: unknown): AnyRecord => ({ kind, record }) as AnyRecord;

/** Names that records go by in the outbox. */
const RECORD_NAMES: readonly string[] = all.map(([, kind]) => kind.name);

/** Any record as a row of a list: each question is handed to its own kind. */
export const anyKind: ClaimKind<AnyRecord> = {
  name: 'record',
  names: RECORD_NAMES,
  noun: 'request',
  idOf: idOfRecord,
  versionOf: (any) => any.record.version,
  faceOf: (any) => kindOf(any).faceOf(any.record),
  bills: (any) => kindOf(any).bills(any.record),
  creates: all.flatMap(([, kind]) => kind.creates),
  edits: all.flatMap(([, kind]) => kind.edits),
  queuedRow: (entry, viewer) => {
    const [name, kind] =
      all.find(([, each]) => each.name === entry.record.kind) ??
      (['localExpense', localExpenseKind as ClaimKind<unknown>] as const);
    return made(name, kind.queuedRow(entry, viewer));
  },
  editedRow: (any, entry) => made(any.kind, kindOf(any).editedRow(any.record, entry)),
  answeredRow: (answer) => {
    for (const [name, kind] of all) {
      const record = kind.answeredRow(answer);
      if (record) return made(name, record);
    }
    return null;
  },
};
