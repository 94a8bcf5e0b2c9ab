import type { WaitingRecord } from '#contract/record.ts';
import type { ClaimKind } from '#list/definition.ts';
import { anyKind } from './kinds.ts';

/**
 * A record of any kind that waits for a decision. An answer to that decision is a record that waits for nobody here any
 * more.
 */
export const waitingKind: ClaimKind<WaitingRecord> = {
  ...anyKind,
  creates: [],
  edits: [],
  waitingRow: (entry, viewer) => anyKind.waitingRow(entry, viewer) as WaitingRecord,
  editedRow: (row) => row,
  answeredRow: (answer) => anyKind.answeredRow(answer) as WaitingRecord | null,
};
