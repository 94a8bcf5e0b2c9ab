import {
  answerTallyBatch,
  exportTallyBatch,
  getLedgerMapping,
  getTallyBatch,
  listTallyBatches,
  listTallyCandidates,
  listTallyVouchers,
  makeTallyBatch,
  markTallyVouchers,
  releaseTallyVouchers,
  saveLedgerMapping,
  tallyBatchHistory,
} from '#contract/calls/tally.ts';
import { mayChangeTally } from '#domain/tally.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { ledgersOf, saveLedgers } from './ledgerMapping.ts';
import type { Services } from '#server/platform/http/services.ts';
import { takeAnswer } from './importAnswer.ts';
import * as batches from './batches.ts';
import * as steps from './steps.ts';
import { batchHistory, listBatches, listCandidates, listVouchers, readBatch } from './reading.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { sendFile } from '#server/platform/http/sendFile.ts';
import { batchFile } from './batchFile.ts';

/** `/api/v1/tally/…` */
export function tallyCalls(services: Services): Served[] {
  const exporting = changingOne(services, steps.exportBatch);
  return [
    serve(listTallyBatches, async ({ request, list }) => listBatches(contextOf(services, request), list)),
    serve(listTallyCandidates, async ({ request, list }) => listCandidates(contextOf(services, request), list)),
    serve(makeTallyBatch, changing(services, batches.makeBatch)),
    serve(getTallyBatch, async (call) => ({
      success: true,
      data: await readBatch(contextOf(services, call.request), idOf(call)),
    })),
    serve(listTallyVouchers, async (call) => listVouchers(contextOf(services, call.request), idOf(call), call.list)),
    serve(tallyBatchHistory, async (call) => ({
      success: true,
      ...(await batchHistory(contextOf(services, call.request), idOf(call))),
    })),
    serve(exportTallyBatch, async (call) => {
      // First the change is on the disk, then its file goes out; a client that lost it asks again, under the same key
      // or another.
      await exporting(call);
      const file = await batchFile(services, idOf(call));
      if (!file) throw notFound();
      return sendFile(call, file);
    }),
    serve(answerTallyBatch, async (call) => {
      const { request, reply } = call;
      const context = contextOf(services, request);
      assertAllowed(mayChangeTally(context.actor));
      return { success: true, data: await takeAnswer(context, idOf(call), (await readUpload(request, reply)).bytes) };
    }),
    serve(markTallyVouchers, changingOne(services, steps.markBatch)),
    serve(releaseTallyVouchers, changingOne(services, steps.releaseVouchers)),
    serve(getLedgerMapping, async ({ request }) => ({
      success: true,
      data: await ledgersOf(contextOf(services, request)),
    })),
    serve(saveLedgerMapping, changing(services, saveLedgers)),
  ];
}
