import type { Answer, Api } from '#tests/support/api.ts';
import type { PersonKey } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';

/**
 * One call by everybody (N1): the id of its row there, the call, and the status for each of the table's
 * people, in their order.
 */
export type Row = [id: string, call: (api: Api, who: PersonKey) => Promise<Answer>, expected: number[]];

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
