import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { toast } from '#ui/toast.ts';
import type { DecisionDef } from './definition.ts';

/**
 * Undoes the decision of a record, at once, and says what became of it; true when it is pending again. Whether it may
 * be undone the server alone knows.
 */
export async function revive<Row>(
  client: QueryClient,
  { revive: way }: Pick<DecisionDef<Row>, 'revive'>,
  row: Row,
  email: string,
): Promise<boolean> {
  if (!way) return false;
  const query = way.query(row, email);
  try {
    // The first tap may have worked although its answer was lost: under another key the second would be refused.
    const answer = await once(
      `${email} ${way.endpoint.name} ${JSON.stringify(query)}`,
      (key) => call(way.endpoint, { query, key }) as Promise<{ data?: unknown }>,
    );
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
