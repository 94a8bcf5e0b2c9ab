import type { CampaignCounts, CampaignFilters, CountDifference, WaterfallStep } from '#contract/campaign.ts';
import { parseCampaignFilters } from '#domain/campaign.ts';
import { countCampaign, type Counted } from './repository/count.ts';
import { conditionInputOf } from './repository/conditions.ts';
import { ReadStopped } from '#server/platform/database/longReads.ts';
import { invalidRequest, Refusal, unavailable } from '#server/platform/base/errors.ts';
import { assertMayUseCampaigns, seenCampaign } from './policy.ts';
import { differenceTo } from './presenter.ts';
import type { Context } from '#server/platform/http/context.ts';

/** Counting by itself: what a search answers, and what a campaign is stored with (CAMP-8). */

/** Longer than this nobody waits. */
const LONGEST = 30_000;
/** PostgreSQL's own limit on a statement. */
const TIMED_OUT = '57014';
const TOO_LONG = 'Counting takes too long at the moment. Please choose fewer companies, or try again later.';

/**
 * Runs a long read until it is done, takes too long, or nobody waits for it: `gone` is aborted then, and the database
 * stops too (CAMP-23).
 */
export async function untilStopped<Result>(
  gone: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(LONGEST);
  try {
    return await run(gone ? AbortSignal.any([gone, late]) : late);
  } catch (error) {
    if (error instanceof ReadStopped && gone?.aborted) throw new Refusal('CONFLICT', 'Nobody waits for this any more.');
    if (error instanceof ReadStopped || (error instanceof Error && 'code' in error && error.code === TIMED_OUT))
      throw unavailable(TOO_LONG);
    throw error;
  }
}

/** Counts the filters. `except`: a campaign that is counted again (CAMP-24). */
export async function countFilters(
  { services, today }: Context,
  filters: CampaignFilters,
  { gone, except = null }: { gone?: AbortSignal; except?: string | null },
): Promise<Counted> {
  const { database } = services;
  const input = await conditionInputOf(database.db, filters, today, except);
  return untilStopped(gone, (signal) => countCampaign(database, input, signal));
}

export interface CountAnswer {
  success: true;
  data: CampaignCounts;
  waterfall: WaterfallStep[];
  difference: CountDifference | null;
}

/** fetchCountForCampaignData. `rerunOf` and `editOf` name what it is compared with. */
export async function countSearch(
  context: Context,
  body: unknown,
  compared: { rerunOf: string | undefined; editOf: string | undefined },
  gone: AbortSignal,
): Promise<CountAnswer> {
  const { actor, services } = context;
  assertMayUseCampaigns(actor);
  const named = compared.editOf ?? compared.rerunOf;
  const before = named === undefined ? null : await seenCampaign(services.database.db, actor, named);
  const parsed = parseCampaignFilters(body);
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  const { counts, waterfall } = await countFilters(context, parsed.value, { gone, except: compared.editOf ?? null });
  return { success: true, data: counts, waterfall, difference: before && differenceTo(before, counts) };
}
