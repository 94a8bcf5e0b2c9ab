import type { DirectoryRow } from '#contract/people.ts';
import type { RecordDefinition } from '#list/definition.ts';

/** Somebody of the directory as a row of a list. Nothing of the directory waits in the outbox. */
export const personKind: RecordDefinition<DirectoryRow> = {
  name: 'person',
  names: [],
  noun: 'person',
  idOf: (row) => row.employeeCode,
  versionOf: () => 0,
  faceOf: ({ name }) => ({ title: name }),
  bills: () => [],
  creates: [],
  edits: [],
  queuedRow: () => {
    throw new Error('Nobody of the directory waits in the outbox.');
  },
  editedRow: (row) => row,
  answeredRow: () => null,
};
