import { MADE } from '#domain/campaign.ts';
import { cleanFileName } from '#domain/text.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { assertMayUseCampaigns } from './policy.ts';
import { campaignByFile } from './repository/campaigns.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Services } from '#server/platform/http/services.ts';
import { signedAddress } from '#server/platform/secrets/signedAddress.ts';
import type { MadeFile } from '#server/platform/http/sendFile.ts';
import type { Option } from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import type { Column } from '#server/platform/tables/table.ts';
import type { ReportRow } from './repository/reports.ts';
import { dispositionOf } from './codes.ts';

/** A campaign's report file, by the address that its row names (CAMP-10). */

/** What signed addresses of report files are of. */
export const CAMPAIGN_REPORT = 'campaign-report';
export const REPORT_TYPE = 'text/csv; charset=utf-8';

/** `reports/<campaign>/<hash>.csv`: what a campaign names its file by. */
export const fileUrlOf = (campaignId: string, hash: string): string => `reports/${campaignId}/${hash}.csv`;
const hashOf = (fileUrl: string): string => /^reports\/[^/]+\/([0-9a-f]{64})\.csv$/.exec(fileUrl)?.[1] ?? '';

/** getSignedUrl: an address for five minutes, to every campaign manager, and on record as an export (AUD-1). */
export async function reportAddress(context: Context, fileUrl: string): Promise<string> {
  const { actor, services, now, origin } = context;
  assertMayUseCampaigns(actor);
  const row = await campaignByFile(services.database.db, fileUrl);
  if (row?.status !== MADE) throw notFound();
  await appendAudit(
    services.database.db,
    {
      recordId: newId('EXR', now),
      recordKind: 'export',
      version: 1,
      at: now,
      actorId: actor.id,
      action: 'export',
      before: null,
      after: { report: 'campaign', campaign: row.id, rows: row.csv_count },
      origin,
    },
    '',
  );
  await services.database.durable();
  return signedAddress(services, CAMPAIGN_REPORT, fileUrl);
}

/** The file itself; null when its campaign was changed or deleted since. */
export async function campaignReport({ database, files }: Services, fileUrl: string): Promise<MadeFile | null> {
  const row = await campaignByFile(database.db, fileUrl);
  const stored = row?.status === MADE ? await files.stream(hashOf(fileUrl)) : null;
  return row && stored
    ? {
        name: cleanFileName(`${row.name.replace(/[\\/]/g, '-')}.csv`),
        type: REPORT_TYPE,
        bytes: stored.bytes as AsyncIterable<Uint8Array>,
      }
    : null;
}

/** What a campaign's report file says of each chosen contact, and in which words. */

const labelOf = (options: readonly Option[], code: number): string | null => options[code - 1]?.label ?? null;
const text = (title: string, of: (row: ReportRow) => string | null): Column<ReportRow> => ({
  title,
  width: 20,
  kind: 'text',
  of,
});
const chosen = (title: string, options: readonly Option[], of: (row: ReportRow) => number): Column<ReportRow> =>
  text(title, (row) => labelOf(options, of(row)));

/** `places`: locations by their code. */
export const reportColumns = (places: ReadonlyMap<number, string>): Column<ReportRow>[] => [
  text('Company Id', (row) => row.company_key),
  text('Company Name', (row) => row.company_name),
  chosen('Company Type', COMPANY_TYPES, (row) => row.company_type),
  chosen('Industry Type', INDUSTRIES, (row) => row.industry),
  chosen('Sub Industry Type', SUB_INDUSTRIES, (row) => row.sub_industry),
  chosen('Turnover Range', offered.TURNOVERS, (row) => row.turnover),
  chosen('Priority', offered.PRIORITIES, (row) => row.priority),
  text('Address Location', (row) => places.get(row.location) ?? null),
  text('Contact Id', (row) => row.contact_key),
  text('Contact Name', (row) => row.contact_name),
  text('Designation', (row) => row.designation),
  chosen('Seniority', offered.SENIORITIES, (row) => row.seniority),
  chosen('Contact Status', offered.DISPOSITION_STATUSES, (row) => dispositionOf(row.disposition)),
  text('Email', (row) => row.email),
  chosen('Email Status', offered.DELIVERIES, (row) => row.mail),
  text('Mobile', (row) => row.mobile_number),
  chosen('Mobile Status', offered.DELIVERIES, (row) => row.mobile),
];
