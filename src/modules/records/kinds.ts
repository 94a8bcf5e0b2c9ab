import type { RecordKind } from '#contract/enums.ts';
import type { AnyRecord } from '#contract/record.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { conveyanceKind } from '#modules/conveyance/index.ts';
import { localExpenseKind } from '#modules/localExpense/index.ts';
import { travelExpenseKind } from '#modules/travelExpense/index.ts';
import { tripKind } from '#modules/trip/index.ts';

/** The kinds behind 'a record of whatever kind', as lists know them. */
const KINDS: Record<RecordKind, RecordDefinition<unknown>> = {
  travelExpense: travelExpenseKind as RecordDefinition<unknown>,
  trip: tripKind as RecordDefinition<unknown>,
  localExpense: localExpenseKind as RecordDefinition<unknown>,
  conveyance: conveyanceKind as RecordDefinition<unknown>,
};
const all = Object.entries(KINDS) as [RecordKind, RecordDefinition<unknown>][];
const kindOf = (any: AnyRecord): RecordDefinition<unknown> => KINDS[any.kind];
const made = (kind: RecordKind, record: unknown): AnyRecord => ({ kind, record }) as AnyRecord;

/** Names that records go by in the outbox. */
const RECORD_NAMES: readonly string[] = all.map(([, kind]) => kind.name);

/** Any record as a row of a list: each question is handed to its own kind. */
export const anyKind: RecordDefinition<AnyRecord> = {
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
      (['localExpense', localExpenseKind as RecordDefinition<unknown>] as const);
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
