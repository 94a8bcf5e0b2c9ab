import type { Kysely } from 'kysely';
import type { CampaignFilters, CampaignRow as ListedCampaign, Campaign, Option } from '#contract/campaign.ts';
import { DYNAMIC_FIELDS, STATIC_OPTIONS, TERM_FIELDS, type TermField } from '#contract/campaignOptions.ts';
import type { ListQuery } from '#contract/query.ts';
import { BEING_MADE, campaignCan, parseCampaignFilters, parseCampaignName } from '#domain/campaign.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';
import type { Counted } from './repository/count.ts';
import { MAX_TERMS } from './repository/terms.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, malformed, movedOn, notFound, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { assertMayUseCampaigns, assertOwnCampaign, seenCampaign } from './policy.ts';
import * as stored from './repository/campaigns.ts';
import type { CampaignRow } from './repository/campaigns.ts';
import { answerUnder } from '#server/platform/idempotency/repository/keys.ts';
import { newestOf, type Newest } from '#server/platform/http/answerBytes.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { campaignAnswer, campaignRowAnswer } from './presenter.ts';
import { countFilters } from './counts.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { takeOnly } from '#server/platform/http/listing.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

interface CampaignInput {
  name: string;
  filters: CampaignFilters;
}

/** The filters, then the name, as the form asks for them. Counts that came along are not looked at (CAMP-8). */
function parseCampaign(body: unknown): ParseResult<CampaignInput> {
  const filters = parseCampaignFilters(body);
  const name = parseCampaignName((body as { campaignName?: unknown } | null | undefined)?.campaignName);
  if (filters.ok && name.ok) return { ok: true, value: { filters: filters.value, name: name.value } };
  return invalid({ ...(!filters.ok && filters.errors), ...(!name.ok && name.errors) });
}

/**
 * Counts before the transaction of the change, which must not wait for it. Null where there is nothing to count: the
 * request cannot be read, or was answered before.
 */
async function countAhead(
  context: Context,
  parsed: ParseResult<CampaignInput>,
  except: string | null,
): Promise<Counted | null> {
  const { actor, key, services } = context;
  if (!parsed.ok || (key !== null && (await answerUnder(services.database.db, actor.id, key)))) return null;
  return countFilters(context, parsed.value.filters, { except });
}

/** What the audit log keeps of one: the filters in use, and what they came to. */
export const snapshot = (
  row: Pick<CampaignRow, 'name' | 'filters' | 'counts' | 'status' | 'deleted_at'>,
): Record<string, unknown> => ({
  name: row.name,
  status: row.status,
  deleted: row.deleted_at !== null,
  companies: row.counts.totalCompanies,
  contacts: row.counts.totalContacts,
  filters: Object.fromEntries(
    Object.entries(row.filters).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  ),
});

type Audited = Pick<CampaignRow, 'id' | 'version' | 'name' | 'filters' | 'counts' | 'status' | 'deleted_at'>;
const auditOf = (context: Context, action: string, before: Audited | null, after: Audited) => ({
  recordId: after.id,
  recordKind: 'campaign',
  version: after.version,
  at: context.now,
  actorId: context.actor.id,
  action,
  before: before && snapshot(before),
  after: snapshot(after),
  origin: context.origin,
  requestKey: context.key,
});

async function written(tx: Kysely<Tables>, id: string): Promise<CampaignRow> {
  const row = await stored.campaignById(tx, id);
  if (!row) throw new Error('A campaign that was just written is not there');
  return row;
}

/** What a changed campaign starts with: it is counted, and its report file has to be made. */
const counted = (context: Context, { name, filters }: CampaignInput, { counts, waterfall }: Counted) =>
  ({
    name,
    filters: JSON.stringify(filters),
    counts: JSON.stringify(counts),
    waterfall: JSON.stringify(waterfall),
    counted_at: context.now,
    status: BEING_MADE,
    failure: null,
    csv_count: null,
    file_url: null,
    file_made_at: null,
    updated_at: context.now,
  }) as const;

/** Makes a campaign of filters and a name, counted by the server (CAMP-3, CAMP-8). */
export async function createCampaign(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, key, now } = context;
  assertMayUseCampaigns(actor);
  const parsed = parseCampaign(request.body);
  const ahead = await countAhead(context, parsed, null);
  return change<void>(context, request, {
    authorize: async () => assertMayUseCampaigns(actor),
    execute: async (tx) => {
      const made = key === null ? undefined : await stored.campaignByKey(tx, actor.id, key);
      // The key outlives its stored answer: what it created is returned as it is now.
      if (made)
        return {
          answer: { success: true, data: campaignAnswer(await seenCampaign(tx, actor, made.id), actor) },
          recordId: made.id,
        };
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      if (!ahead)
        throw new Refusal('IN_PROGRESS', 'This is being worked on. Try again in a moment.', { retryAfter: 1 });
      const id = context.newId('CMP');
      await stored.insertCampaign(tx, {
        id,
        owner_id: actor.id,
        ...counted(context, parsed.value, ahead),
        deleted_at: null,
        version: 1,
        creation_key: key,
        created_at: now,
      });
      const row = await written(tx, id);
      await appendAudit(tx, auditOf(context, 'create', null, row), '');
      return { answer: { success: true, data: campaignAnswer(row, actor) }, recordId: id, counted: 'campaigns' };
    },
  });
}

/** Finds one's own campaign and keeps it; another's is seen and not changed (CAMP-7). */
async function authorizeOwner(tx: Kysely<Tables>, { actor }: Context, id: string): Promise<CampaignRow> {
  const row = await seenCampaign(tx, actor, id, stored.lockCampaign);
  assertOwnCampaign(actor, row);
  return row;
}

function judgeChange(context: Context, row: CampaignRow): void {
  const current = (): Campaign => campaignAnswer(row, context.actor);
  if (context.ifMatch !== null && context.ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: current() });
  assertAllowed(campaignCan.change(row), current);
}

/** Changes filters or name; everything is counted again (CAMP-8). */
export async function updateCampaign(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const { actor, now, services } = context;
  const before = await seenCampaign(services.database.db, actor, id);
  assertOwnCampaign(actor, before);
  const parsed = parseCampaign(request.body);
  const ahead = campaignCan.change(before).ok ? await countAhead(context, parsed, id) : null;
  return change<CampaignRow>(context, request, {
    authorize: (tx) => authorizeOwner(tx, context, id),
    execute: async (tx, row) => {
      judgeChange(context, row);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      if (!ahead)
        throw new Refusal('IN_PROGRESS', 'This is being worked on. Try again in a moment.', { retryAfter: 1 });
      await stored.updateCampaign(tx, id, {
        ...counted(context, parsed.value, ahead),
        updated_at: now,
        version: row.version + 1,
      });
      const after = await written(tx, id);
      await appendAudit(tx, auditOf(context, 'edit', row, after), (await lastAuditHashes(tx, [id])).get(id) ?? '');
      return { answer: { success: true, data: campaignAnswer(after, actor) }, recordId: id };
    },
  });
}

/** Deletes one's own campaign. Whom it targeted stays known: they are to be left alone all the same (CAMP-9). */
export async function deleteCampaign(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const { now } = context;
  return change<CampaignRow | null>(context, request, {
    authorize: async (tx) => {
      assertMayUseCampaigns(context.actor);
      const row = await stored.lockCampaign(tx, id);
      if (row) assertOwnCampaign(context.actor, row);
      return row ?? null;
    },
    execute: async (tx, row) => {
      if (row === null) throw notFound();
      judgeChange(context, row);
      const gone = { ...row, deleted_at: now, updated_at: now, version: row.version + 1 };
      await stored.updateCampaign(tx, id, {
        deleted_at: gone.deleted_at,
        updated_at: gone.updated_at,
        version: gone.version,
      });
      await appendAudit(tx, auditOf(context, 'delete', row, gone), (await lastAuditHashes(tx, [id])).get(id) ?? '');
      return { answer: { success: true, data: { campaignId: id } }, recordId: id };
    },
  });
}

export async function findCampaign(context: Context, id: string): Promise<Campaign> {
  return campaignAnswer(await seenCampaign(context.services.database.db, context.actor, id), context.actor);
}

/** The list of all campaign managers' campaigns, newest first. It has no filters. */
export async function listCampaigns(
  context: Context,
  list: ListQuery,
): Promise<{ data: ListedCampaign[]; totalElements: number }> {
  assertMayUseCampaigns(context.actor);
  takeOnly(list, new Set());
  if (list.sort) throw malformed('sort is not for this list.', 'sort');
  const { rows, total } = await stored.campaignPage(context.services.database.db, {
    size: list.pageSize,
    number: list.pageNumber,
  });
  return { data: rows.map((row) => campaignRowAnswer(row, context.actor)), totalElements: total };
}

/** What the field of a filter, or of its list, is kept as. */
const termFieldOf = (field: string): TermField | undefined =>
  TERM_FIELDS.find((known) => known === field) ??
  (Object.hasOwn(DYNAMIC_FIELDS, field) ? DYNAMIC_FIELDS[field as keyof typeof DYNAMIC_FIELDS] : undefined);

/**
 * What a filter offers (CAMP-17), as far as an answer has room (CAMP-26). `key` is 'all', or a text that an option must
 * hold, whatever the case.
 */
export async function optionsOf(context: Context, field: string, key = 'all'): Promise<Newest<Option>> {
  assertMayUseCampaigns(context.actor);
  const text = key === 'all' ? '' : key;
  const terms = termFieldOf(field);
  if (terms !== undefined) {
    const found = await stored.termsLike(context.services.database.db, terms, text, MAX_TERMS);
    return newestOf(
      found.map((value) => ({ value, label: value })),
      false,
    );
  }
  if (!Object.hasOwn(STATIC_OPTIONS, field)) throw malformed('Bad value for field.', 'field');
  const holds = ({ value, label }: Option): boolean =>
    [value, label].some((part) => part.toLowerCase().includes(text.toLowerCase()));
  return {
    data: STATIC_OPTIONS[field as keyof typeof STATIC_OPTIONS]
      .filter(holds)
      .map(({ value, label }) => ({ value, label })),
  };
}
