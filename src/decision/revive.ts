import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnreachable, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { invalidate } from '#data/query.ts';
import { toast } from '#ui/toast.ts';
import type { DecisionDef } from './definition.ts';

/** Whether it may be done the server alone knows. */
export const NEEDS_NETWORK = 'This needs the network.';

/** Keys of those whose answer never came: the same again under its key is answered as the first was, and not refused because that one worked. */
const unanswered = new Map<string, string>();

/** True when the first may have worked, or still be at work. */
const isOpen = (error: unknown): boolean => isUnreachable(error) || (error instanceof ApiError && error.code === 'IN_PROGRESS');

/** Undoes the decision of a record, at once, and says what became of it; true when it is pending again. */
export async function revive<Row>(client: QueryClient, { revive: way }: Pick<DecisionDef<Row>, 'revive'>, row: Row, email: string): Promise<boolean> {
  if (!way) return false;
  const query = way.query(row, email);
  const slot = `${email} ${way.endpoint.name} ${JSON.stringify(query)}`;
  const key = unanswered.get(slot) ?? crypto.randomUUID();
  unanswered.set(slot, key);
  try {
    const answer = (await call(way.endpoint, { query, key })) as { data?: unknown };
    unanswered.delete(slot);
    // What was settled elsewhere meanwhile is shown as it is now.
    void invalidate(client, way.endpoint).catch(() => undefined);
    const done = answer.data !== null && answer.data !== undefined;
    if (done) toast.success(way.done);
    else toast.error(way.refused);
    return done;
  } catch (error) {
    if (!isOpen(error)) unanswered.delete(slot);
    toast.error(messageOf(error));
    return false;
  }
}
