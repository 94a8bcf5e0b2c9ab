import * as calls from '#contract/calls/retention.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { liftHold, listHolds, setHold } from './holds.ts';
import { erasePerson, planErasure } from './person.ts';
import { planRetention, readRetention, saveRetention } from './settings.ts';

/** `/api/v1/retention…`, `/api/v1/holds…`, and the erasure of a person. */
export const retentionCalls = (services: Services): Served[] => [
  serve(calls.getRetention, async ({ request }) => ({
    success: true,
    data: await readRetention(contextOf(services, request)),
  })),
  serve(calls.planRetention, async ({ request }) => ({
    success: true,
    data: await planRetention(contextOf(services, request)),
  })),
  serve(calls.saveRetention, changing(services, saveRetention)),
  serve(calls.holdsOn, async (call) => listHolds(contextOf(services, call.request), idOf(call))),
  serve(calls.setHold, changingOne(services, setHold)),
  serve(calls.liftHold, changingOne(services, liftHold)),
  serve(calls.planErasure, async (call) => ({
    success: true,
    data: await planErasure(contextOf(services, call.request), idOf(call)),
  })),
  serve(calls.erasePerson, async (call) => ({
    success: true,
    data: await erasePerson(contextOf(services, call.request), idOf(call), call.request.body),
  })),
];
