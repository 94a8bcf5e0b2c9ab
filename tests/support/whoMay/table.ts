import type { Answer, Api } from '#tests/support/api.ts';
import type { PersonKey } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Who gets which status; `others` is for everybody who is not named. */
export type Statuses = Partial<Record<PersonKey, number>> & { others: number };

/** One call by everybody (N1): the id of its row there, the call, and the status for each of the table's people. */
export type Row = [id: string, call: (api: Api, who: PersonKey) => Promise<Answer>, expected: Statuses];

export const everybody = (status: number): Statuses => ({ others: status });

/** The part of the table of who may that is about one kind of record. */
export interface Part {
  title: string;
  people: readonly PersonKey[];
  /** Of the server that it asks. */
  settings?: Record<string, string>;
  /** Once, before its first row. */
  begin: (server: TestServer) => Promise<void>;
  /** Before the first row, and again after each call that may have changed what the rows are about. */
  renew?: () => Promise<void>;
  rows: readonly Row[];
}
