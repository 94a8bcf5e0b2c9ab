import { CALLS, FINANCE_KINDS, idOfClaim, type AnyClaim, type FinanceKind } from '#tests/support/finance.ts';
import type { TestServer } from '#tests/support/server.ts';

export const CLAIMED = 300;
export const MANAGERS = 200;
/** What finance may approve at most: of conveyance what was claimed. */
export const WHOLE: Record<FinanceKind, number> = { local: MANAGERS, travel: MANAGERS, conveyance: CLAIMED };

export const ofKind = FINANCE_KINDS.map((kind) => [kind] as const);

/** Claims that wait for finance, and how they are stored, at a server that is there when a test begins. */
export function claimsAt(there: () => TestServer) {
  const waiting = (kind: FinanceKind): Promise<AnyClaim> =>
    CALLS[kind].approved(there(), 'employee', CLAIMED, MANAGERS);
  const idOfWaiting = async (kind: FinanceKind): Promise<string> => idOfClaim(await waiting(kind));
  const put = (id: string, columns: Record<string, unknown>) =>
    there().database.db.updateTable('claims').set(columns).where('id', '=', id).execute();
  const stored = (id: string) =>
    there().database.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { waiting, idOfWaiting, put, stored };
}
