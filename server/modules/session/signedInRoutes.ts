import * as calls from '#contract/calls/sessions.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Call, type Served } from '#server/platform/http/endpoints.ts';
import { tokenOf } from '#server/platform/http/request.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { endOtherSessions, endOwnSession, endSessionsOfPerson, ownSessions, sessionsOfPerson } from './signedIn.ts';

const askingOf = ({ request }: Call): string => sha256(tokenOf(request));

/** Where people are signed in, and how that ends (SES-40). */
export const signedInCalls = (services: Services): Served[] => [
  serve(calls.listUserSessions, async (call) => ({
    success: true,
    ...(await ownSessions(contextOf(services, call.request), askingOf(call))),
  })),
  serve(calls.endUserSession, (call) =>
    changingOne(services, (context, id, asked) => endOwnSession(context, { id, asking: askingOf(call) }, asked))(call),
  ),
  serve(calls.endOtherSessions, (call) =>
    changing(services, (context, asked) => endOtherSessions(context, askingOf(call), asked))(call),
  ),
  serve(calls.listPersonSessions, async (call) => ({
    success: true,
    ...(await sessionsOfPerson(contextOf(services, call.request), idOf(call), askingOf(call))),
  })),
  serve(calls.endPersonSessions, (call) =>
    changingOne(services, (context, id, asked) => endSessionsOfPerson(context, { id, asking: askingOf(call) }, asked))(
      call,
    ),
  ),
];
