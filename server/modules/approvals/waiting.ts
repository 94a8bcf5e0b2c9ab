import { RECORD_KINDS } from '#contract/enums.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import type { PendingRecord } from '#contract/record.ts';
import { malformed } from '#server/platform/base/errors.ts';
import * as repository from './repository/waiting.ts';
import type { Context } from '#server/platform/http/context.ts';
import { takeOnly } from '#server/platform/http/listing.ts';
import { claimSignalsOf, claimSignalsAnswer, belowFor, duplicatesAnswer } from '#server/modules/claims/index.ts';
import { recordAnswerTo } from '#server/modules/records/index.ts';

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>(['RECORD_KIND']);

/**
 * One page of everything that waits for the signed-in person's decision, in the roles that the session has and no
 * other, oldest first (NAV-5).
 */
export async function searchWaiting(context: Context, query: ListQuery): Promise<unknown> {
  const { actor, services, timeZone } = context;
  const { db } = services.database;
  takeOnly(query, TAKEN);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const found = await repository.searchWaiting(db, {
    personId: actor.id,
    managers: [...(actor.roles.includes('manager') ? [actor.id] : []), ...actor.standsInFor],
    isFinance: actor.roles.includes('finance'),
    isAdmin: actor.roles.includes('admin'),
    kinds:
      query.filters.RECORD_KIND && RECORD_KINDS.filter((_, code) => query.filters.RECORD_KIND?.includes(String(code))),
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  });
  const signals = await claimSignalsOf(
    db,
    found.rows.flatMap(({ as, claim }) => (as === 'manager' && claim ? [claim] : [])),
  );
  const below = await belowFor(db, context, found.rows);
  const data = found.rows.map((row): PendingRecord => {
    const any = recordAnswerTo(actor, row, timeZone);
    if (any.kind === 'trip' || row.as !== 'manager') return { ...any, as: row.as };
    const told = {
      ...duplicatesAnswer(context, row.duplicates, below),
      ...claimSignalsAnswer(signals.get(row.claim?.id ?? '')),
    };
    return { ...any, record: { ...any.record, ...told }, as: row.as } as PendingRecord;
  });
  return { success: true, data, totalElements: found.total };
}
