import type { AuditRow } from '#contract/audit.ts';
import type { RecordDefinition } from '#list/definition.ts';

/** A row of the audit log as a row of a list. Nothing of it waits in the outbox. */
export const auditKind: RecordDefinition<AuditRow> = {
  name: 'audit',
  names: [],
  noun: 'row of the log',
  idOf: ({ auditId }) => String(auditId),
  versionOf: () => 0,
  faceOf: ({ title }) => ({ title }),
  bills: () => [],
  creates: [],
  edits: [],
  queuedRow: () => {
    throw new Error('Nothing of the audit log waits in the outbox.');
  },
  editedRow: (row) => row,
  answeredRow: () => null,
};
