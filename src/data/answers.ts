import type { Summary } from '#contract/paging.ts';

/** Where an answer comes from: the server now, the server at `asOf`, or the single records on this device. */
export type AnswerSource = 'network' | 'stored' | 'device';
export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  summary?: Summary | undefined;
  /** When the server said so, epoch ms; for 'device' the oldest moment among the rows. */
  asOf: number;
  from: AnswerSource;
}
