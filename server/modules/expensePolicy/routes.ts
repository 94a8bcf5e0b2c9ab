import * as calls from '#contract/calls/policy.ts';
import { readPolicies } from '#contract/calls/policyRead.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { createPolicy, removePolicy, updatePolicy } from './commands.ts';
import { previewPolicy } from './preview.ts';
import { policiesAnswer, policyHistory } from './queries.ts';

/** `/api/v1/policy…` */
export const expensePolicyCalls = (services: Services): Served[] => [
  serve(readPolicies, async ({ request }) => ({
    success: true,
    data: await policiesAnswer(contextOf(services, request), services.database.db),
  })),
  serve(calls.createPolicy, changing(services, createPolicy)),
  serve(calls.updatePolicy, changingOne(services, updatePolicy)),
  serve(calls.removePolicy, changingOne(services, removePolicy)),
  serve(calls.previewPolicy, async ({ request }) => ({
    success: true,
    data: await previewPolicy(contextOf(services, request), request.body),
  })),
  serve(calls.policyHistory, async ({ request }) => ({
    success: true,
    ...(await policyHistory(contextOf(services, request))),
  })),
];
