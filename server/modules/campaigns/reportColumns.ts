import type { Option } from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import type { Column } from '#server/platform/tables/table.ts';
import type { ReportRow } from './repository/reports.ts';
import { dispositionOf } from './codes.ts';

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
