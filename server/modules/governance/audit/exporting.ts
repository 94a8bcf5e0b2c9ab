import type { ListQuery } from '#contract/query.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { parseFormat, reportOf, type Report } from '#server/platform/tables/download.ts';
import type { Column } from '#server/platform/tables/table.ts';
import { NOTE_IN_FILE, rowAnswer, searchOf } from './queries.ts';
import { auditRows, type AuditLogRow } from './repository.ts';

/** The log as a file (AUD-22). */

const text = (title: string, width: number, of: (row: AuditLogRow) => string | null): Column<AuditLogRow> => ({
  title,
  kind: 'text',
  width,
  of,
});

const COLUMNS: readonly Column<AuditLogRow>[] = [
  { title: 'Row', kind: 'number', width: 10, of: (row) => row.id },
  { title: 'When', kind: 'moment', width: 18, of: (row) => row.at },
  text('Who', 24, (row) => row.by),
  text('E-mail', 30, (row) => row.by_email),
  text('On behalf of', 24, (row) => row.on_behalf_of),
  text('What', 34, (row) => rowAnswer(row).title),
  text('Kind', 20, (row) => rowAnswer(row).kind),
  text('Record', 26, (row) => row.record_id),
  text('Details', 60, (row) => rowAnswer(row, NOTE_IN_FILE).note),
  text('From', 60, (row) => row.origin),
];

async function* none(): AsyncGenerator<AuditLogRow[]> {}

/** An export of the log, which is on record before its first byte leaves (AUD-1). */
async function record({ actor, now, origin, services }: Context, format: string, query: ListQuery): Promise<void> {
  const { database } = services;
  const what = { recordId: newId('EXR', now), recordKind: 'export', version: 1, action: 'export' };
  const after = { report: 'audit log', format, filters: query.filters };
  await appendAudit(database.db, { ...what, at: now, actorId: actor.id, before: null, after, origin }, '');
  await database.durable();
}

/** All rows that the filters select. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function auditReport(context: Context, query: ListQuery, wanted: string | undefined): Promise<Report> {
  assertAllowed(mayManageOrganisation(context.actor));
  const format = parseFormat(wanted);
  const search = await searchOf(context, query);
  const batches = search ? auditRows(context.services.database.db, search) : none();
  await record(context, format, query);
  const table = { name: 'Audit log', columns: COLUMNS, batches, timeZone: context.timeZone };
  return reportOf(`audit-log-${context.today}`, format, table);
}
