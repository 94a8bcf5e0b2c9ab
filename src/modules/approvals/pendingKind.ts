import type { PendingRecord } from '#contract/record.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { anyKind } from '#modules/records/index.ts';

/**
 * A record of any kind that waits for a decision. An answer to that decision is a record that waits for nobody here any
 * more.
 */
export const pendingKind: RecordDefinition<PendingRecord> = {
  ...anyKind,
  creates: [],
  edits: [],
  queuedRow: (entry, viewer) => anyKind.queuedRow(entry, viewer) as PendingRecord,
  editedRow: (row) => row,
  answeredRow: (answer) => anyKind.answeredRow(answer) as PendingRecord | null,
};
