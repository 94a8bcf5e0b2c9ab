import { getRecord, recordHistory, searchMine } from '#contract/calls/records.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import * as records from './records.ts';

/** Any record whole: its history, its files. */

export { fileCalls } from './documents.ts';
export { assertVisibleRecord, maySeeRecord } from './records.ts';
export { ownerOf, recordAnswer, recordAnswerTo } from './presenter.ts';
export { visibleRecord } from './records.ts';
export { namesOf, recordById, recordColumns, type RecordRow } from './repository.ts';

/** Everything one raised, one record whole, and its history. */
export const recordCalls = (services: Services): Served[] => [
  serve(searchMine, async ({ request, list }) => records.searchMine(contextOf(services, request), list)),
  serve(getRecord, async (call) => ({
    success: true,
    data: await records.readRecord(contextOf(services, call.request), idOf(call)),
  })),
  serve(recordHistory, async (call) => ({
    success: true,
    ...(await records.readHistory(contextOf(services, call.request), idOf(call))),
  })),
];
