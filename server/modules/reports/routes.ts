import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  downloadConveyance,
  downloadDetailedReport,
  downloadLocalExpenses,
  downloadSummarizedReport,
  downloadTravelExpenses,
  sumFinancePictures,
} from '#contract/calls/reports.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/query.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { accepts } from '#server/platform/http/request.ts';
import { serve, type Call, type Served } from '#server/platform/http/endpoints.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { financeCharts } from './charts.ts';
import { detailedReport, listReport, summarizedReport, type Report } from './reports.ts';
import type { Services } from '#server/platform/http/services.ts';
import { dispositionOf } from '#server/platform/http/sendFile.ts';
import { conveyances } from '#server/modules/conveyance/index.ts';
import type { ClaimDefinition } from '#server/modules/claims/index.ts';
import { localExpenses } from '#server/modules/localExpenses/index.ts';
import { travelExpenses } from '#server/modules/travelExpenses/index.ts';

/** Reports that one person may have made at the same time. */
const AT_ONCE = 2;
/** A client that reads nothing of a report for this long is gone. */
const PATIENCE = 60_000;
const ZIP_LEVEL = 4;

/** The bytes as a stream that releases the report when its reader disconnects or stalls. */
function streamOf(bytes: AsyncGenerator<Uint8Array>, ended: () => void, patience: number): Readable {
  async function* watched(): AsyncGenerator<Uint8Array> {
    let waiting: NodeJS.Timeout | undefined;
    try {
      for await (const piece of bytes) {
        waiting = setTimeout(() => stream.destroy(new Error('The reader of a report stands still')), patience);
        yield piece;
        clearTimeout(waiting);
      }
    } finally {
      clearTimeout(waiting);
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  stream.once('close', ended);
  return stream;
}

type Make = (context: Context, list: ListQuery, format: string | undefined) => Promise<Report>;

/**
 * `/api/v1/allExpense/download` and `/api/v1/reports/…`: files that are written while they are sent, two at once a
 * person (REP-2); and finance’s pictures. `patience`: for tests.
 */
export function reportCalls(services: Services, patience = PATIENCE): Served[] {
  const running = new Map<string, number>();
  const download = (entry: Endpoint, make: Make): Served =>
    serve(entry, async ({ request, reply, query, list }: Call) => {
      const context = contextOf(services, request);
      const { id } = context.actor;
      const count = running.get(id) ?? 0;
      if (count >= AT_ONCE)
        throw new Refusal('RATE_LIMITED', 'Your other reports are still being made. Please wait for them.', {
          retryAfter: 5,
        });
      running.set(id, count + 1);
      const ended = (): void => {
        const left = (running.get(id) ?? 1) - 1;
        if (left > 0) running.set(id, left);
        else running.delete(id);
      };
      const report = await make(context, list, query['format']).catch((error: unknown) => {
        ended();
        throw error;
      });
      reply
        .type(report.type)
        .header('content-disposition', dispositionOf(report.fileName, 'attachment'))
        .header('vary', 'accept-encoding');
      const stream = streamOf(report.bytes, ended, patience);
      // A workbook is compressed already.
      if (query['format'] === 'xlsx' || !accepts(request, 'gzip')) return reply.send(stream);
      const zip = createGzip({ level: ZIP_LEVEL });
      pipeline(stream, zip, () => undefined);
      return reply.header('content-encoding', 'gzip').send(zip);
    });
  const ofList = (entry: Endpoint, kind: ClaimDefinition): Served =>
    download(entry, (context, list, format) => listReport(context, kind, list, format));
  return [
    ofList(downloadLocalExpenses, localExpenses),
    ofList(downloadConveyance, conveyances),
    ofList(downloadTravelExpenses, travelExpenses),
    download(downloadDetailedReport, detailedReport),
    download(downloadSummarizedReport, summarizedReport),
    serve(sumFinancePictures, async ({ request }) => ({
      success: true,
      data: await financeCharts(contextOf(services, request)),
    })),
  ];
}
