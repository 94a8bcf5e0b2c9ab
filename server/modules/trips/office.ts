import type { Kysely } from 'kysely';
import { isApprover } from '#domain/access.ts';
import { mayActOnTrip } from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { assertVisibleTrip } from './policy.ts';
import { tripById, type TripRow } from './repository/trips.ts';
import {
  change,
  type CommandRequest,
  type CommandResult,
  type CommandOutcome,
} from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { tripAnswer } from './presenter.ts';
import { assertTripVersion } from './change.ts';
import { mayAdministerIt, mayDecideIt } from '#server/modules/people/index.ts';

/** What every act on a trip by its manager or an admin has in common. */

/** Who decides, in which of their roles. */
export type Office = 'manager' | 'admin';

export const isIn = (context: Context, office: Office): boolean =>
  office === 'manager' ? isApprover(context.actor) : context.actor.roles.includes(office);

/**
 * May this person act on the trip at all? Nobody on their own; as a manager only the one on record or their stand-in;
 * as an admin nobody who decided it as a manager.
 */
export const mayAct = ({ actor }: Context, office: Office, row: TripRow): Verdict =>
  office === 'admin' ? mayAdministerIt(actor, row) : mayDecideIt(actor, row);

/**
 * One act of an office: one's own 403, invisible 404, without the role 403; then a stored answer, version, state and
 * fields.
 */
export function act(
  context: Context,
  office: Office,
  id: string,
  request: CommandRequest,
  judge: (row: TripRow) => Verdict,
  execute: (tx: Kysely<Tables>, row: TripRow) => Promise<TripRow>,
): Promise<CommandResult> {
  return change<TripRow>(context, request, {
    authorize: async (tx) => {
      const row = await tripById(tx, id, 'change');
      if (row) assertAllowed(mayActOnTrip(context.actor.id, { ownerId: row.owner_id }));
      const seen = await assertVisibleTrip(tx, context.actor, row);
      if (!isIn(context, office)) throw forbidden();
      assertAllowed(mayAct(context, office, seen));
      return seen;
    },
    execute: async (tx, row): Promise<CommandOutcome> => {
      assertTripVersion(context, row);
      assertAllowed(judge(row), () => tripAnswer(row, context.timeZone));
      return { answer: { success: true, data: tripAnswer(await execute(tx, row), context.timeZone) }, recordId: id };
    },
    again: async (_tx, row) => ({ success: true, data: tripAnswer(row, context.timeZone) }),
  });
}
