import { sql, type Kysely } from 'kysely';
import type { CampaignFilters } from '#contract/campaign.ts';
import { DYNAMIC_FIELDS, type DynamicFilter, type TermField } from '#contract/campaignOptions.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ConditionInput, TermCodes } from './conditions.ts';

/**
 * What the conditions of a campaign need to know besides its filters: the codes of values that come with the data. A
 * value that is not there has none, and nothing is like it.
 */
export async function conditionInputOf(
  db: Kysely<Tables>,
  filters: CampaignFilters,
  today: Day,
  except: string | null = null,
): Promise<ConditionInput> {
  const fields = Object.entries(DYNAMIC_FIELDS) as [DynamicFilter, TermField][];
  const asked = fields.flatMap(([filter, field]) => filters[filter].map((value) => ({ field, value })));
  const known = new Map<string, number>();
  if (asked.length > 0) {
    const { rows } = await sql<{ field: string; value: string; code: number }>`
      select a.field, a.value, t.code
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (field text, value text)
      join campaign_terms t on t.field = a.field and lower(t.value) = lower(a.value)`.execute(db);
    for (const { field, value, code } of rows) known.set(`${field} ${value}`, code);
  }
  const codes = (filter: DynamicFilter, field: TermField): number[] =>
    filters[filter].flatMap((value) => known.get(`${field} ${value}`) ?? []);
  return {
    filters,
    today,
    except,
    terms: Object.fromEntries(fields.map(([filter, field]) => [filter, codes(filter, field)])) as unknown as TermCodes,
  };
}
