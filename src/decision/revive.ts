import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { invalidate } from '#data/query.ts';
import { toast } from '#ui/toast.ts';
import type { DecisionDef } from './definition.ts';

/** Whether it may be done the server alone knows. */
export const NEEDS_NETWORK = 'This needs the network.';

/** Undoes the decision of a record, at once, and says what became of it; true when it is pending again. */
export async function revive<Row>(client: QueryClient, { revive: way }: Pick<DecisionDef<Row>, 'revive'>, row: Row, email: string): Promise<boolean> {
  if (!way) return false;
  try {
    const answer = (await call(way.endpoint, { query: way.query(row, email), key: crypto.randomUUID() })) as { data?: unknown };
    // What was settled elsewhere meanwhile is shown as it is now.
    void invalidate(client, way.endpoint).catch(() => undefined);
    const done = answer.data !== null && answer.data !== undefined;
    if (done) toast.success(way.done);
    else toast.error(way.refused);
    return done;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
}
