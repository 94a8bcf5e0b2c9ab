import type { DecisionDef } from '../decision/definition.ts';
import type { CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import { isOf } from '../owner.ts';

/** What may be done with a row in place: nobody's own record nor one decided before, nothing that waits already. */
export function offersOf<Row>(
  { row, real, entry }: Item<Row>,
  def: DecisionDef<Row> | undefined,
  viewer: CurrentUser,
  readOnly: boolean,
): 'decide' | 'revive' | null {
  if (!def || !real || entry || readOnly || isOf(row, viewer.email) === true) return null;
  const may = def.can(row, viewer.email);
  if (may.ok) return 'decide';
  if (may.code === 'FORBIDDEN') return null;
  return def.revive?.offered(row) === true ? 'revive' : null;
}

/** Why the server will refuse to revive this record, as far as is known here. */
export function whyNotRevived<Row>(row: Row, def: DecisionDef<Row> | undefined): string | undefined {
  const verdict = def?.revive?.can(row);
  return verdict?.ok === false ? verdict.message : undefined;
}
