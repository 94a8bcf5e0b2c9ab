import type { QueryClient } from '@tanstack/react-query';
import { countWaiting } from '#contract/calls/home.ts';
import { inTime } from '#data/inTime.ts';
import { readOptions } from '#data/query.ts';
import { refreshRoles } from '#data/session.ts';
import { lastSession } from '#data/sessionStore.ts';

/** What the home page is drawn with: roles bring blocks and counts a notice, which push down what stands there. */
export const firstFacts = (client: QueryClient): Promise<void> =>
  inTime(
    client.ensureQueryData(readOptions(countWaiting)),
    lastSession()?.rolesKnown === true ? Promise.resolve() : refreshRoles(),
  );
