import {
  downloadConveyance,
  downloadDetailedReport,
  downloadGstCredits,
  downloadLocalExpenses,
  downloadSummarizedReport,
  downloadTravelExpenses,
  sumFinancePictures,
} from '#contract/calls/reports.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/query.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { financeCharts } from './charts.ts';
import { detailedReport, gstCredits, listReport, summarizedReport } from './reports.ts';
import { reportSender, type Report } from '#server/platform/tables/download.ts';
import type { Services } from '#server/platform/http/services.ts';
import { conveyances } from '#server/modules/conveyance/index.ts';
import type { ClaimDefinition } from '#server/modules/claims/index.ts';
import { localExpenses } from '#server/modules/localExpenses/index.ts';
import { travelExpenses } from '#server/modules/travelExpenses/index.ts';

type Make = (context: Context, list: ListQuery, format: string | undefined) => Promise<Report>;

/**
 * `/api/v1/allExpense/download` and `/api/v1/reports/…`: files that are written while they are sent, two at once a
 * person (REP-2); and finance’s pictures. `patience`: for tests.
 */
export function reportCalls(services: Services, patience?: number): Served[] {
  const send = reportSender(patience);
  const download = (entry: Endpoint, make: Make): Served =>
    serve(entry, (call) => {
      const context = contextOf(services, call.request);
      return send(call, context, (format) => make(context, call.list, format));
    });
  const ofList = (entry: Endpoint, kind: ClaimDefinition): Served =>
    download(entry, (context, list, format) => listReport(context, kind, list, format));
  return [
    ofList(downloadLocalExpenses, localExpenses),
    ofList(downloadConveyance, conveyances),
    ofList(downloadTravelExpenses, travelExpenses),
    download(downloadDetailedReport, detailedReport),
    download(downloadSummarizedReport, summarizedReport),
    download(downloadGstCredits, gstCredits),
    serve(sumFinancePictures, async ({ request }) => ({
      success: true,
      data: await financeCharts(contextOf(services, request)),
    })),
  ];
}
