import { Readable } from 'node:stream';
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
import { HEADERS } from '#contract/session.ts';
import { mayChangeTally } from '#domain/tally.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { serve, type Call, type Handler, type Served } from '#server/platform/http/endpoints.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import { demand } from '#server/platform/http/demand.ts';
import type { Asked, Carried } from '#server/platform/idempotency/change.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { dispositionOf } from '#server/modules/records/documents.ts';
import { ledgersOf, saveLedgers } from './ledgerMapping.ts';
import type { Services } from '#server/platform/http/services.ts';
import { batchFile, type MadeFile } from '#server/modules/sheets/files.ts';
import { takeAnswer } from './importAnswer.ts';
import * as batches from './batches.ts';
import * as steps from './steps.ts';
import { batchHistory, listBatches, listCandidates, listVouchers, readBatch } from './reading.ts';
import { changing } from '#server/platform/idempotency/changing.ts';

/** Sends a file that is written while it is sent, to be kept under its name. */
export function sendFile({ reply }: Pick<Call, 'reply'>, file: MadeFile): unknown {
  return reply
    .type(file.type)
    .header('content-disposition', dispositionOf(file.name, 'attachment'))
    .send(Readable.from(file.bytes, { objectMode: false }));
}

type Run = (context: Context, id: string, asked: Asked) => Promise<Carried>;

/** `/api/v1/tally/…` */
export function tallyCalls(services: Services): Served[] {
  const idOf = ({ request }: Call): string => (request.params as { id: string }).id;
  const carry = async (call: Call, run: Run): Promise<string> => {
    const { request, reply, entry, query } = call;
    const id = idOf(call);
    const { body, replayed } = await run(contextOf(services, request, true), id, {
      method: entry.method,
      path: entry.path,
      query: { ...query, id },
      body: request.body,
    });
    if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
    return body;
  };
  const changingOne =
    (run: Run): Handler =>
    (call) =>
      carry(call, run);

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
      // First the change is on the disk, then its file goes out; whoever lost it asks again, under the same key or
      // another.
      await carry(call, steps.exportBatch);
      const file = await batchFile(services, idOf(call));
      if (!file) throw notFound();
      return sendFile(call, file);
    }),
    serve(answerTallyBatch, async (call) => {
      const { request, reply } = call;
      const context = contextOf(services, request);
      demand(mayChangeTally(context.actor));
      return { success: true, data: await takeAnswer(context, idOf(call), (await readUpload(request, reply)).bytes) };
    }),
    serve(markTallyVouchers, changingOne(steps.markBatch)),
    serve(releaseTallyVouchers, changingOne(steps.releaseVouchers)),
    serve(getLedgerMapping, async ({ request }) => ({
      success: true,
      data: await ledgersOf(contextOf(services, request)),
    })),
    serve(saveLedgerMapping, changing(services, saveLedgers)),
  ];
}
