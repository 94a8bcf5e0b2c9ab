import {
  exceptionalDateHistory,
  exceptionalDates,
  exceptionalExpenseDate,
  setExceptionalDate,
} from '#contract/calls/exceptionalDates.ts';
import { userRole, usersByCode, usersByEmail, usersByName } from '#contract/calls/users.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import * as dates from './exceptionalDates.ts';
import { exceptionalDateOf, lookUpPeople, roleFlagsOf } from './queries.ts';

/** Roles, the exceptional date, and the directory for filters. */
export const userCalls = (services: Services): Served[] => [
  serve(userRole, async ({ request, query }) => ({
    success: true,
    data: await roleFlagsOf(contextOf(services, request), query['email']),
  })),
  serve(exceptionalExpenseDate, async ({ request, query }) => ({
    success: true,
    data: await exceptionalDateOf(contextOf(services, request), query['email']),
  })),
  serve(exceptionalDates, async ({ request }) => ({
    success: true,
    data: await dates.exceptionalDates(contextOf(services, request)),
  })),
  serve(exceptionalDateHistory, async ({ request, query }) => ({
    success: true,
    data: await dates.exceptionalDateHistory(contextOf(services, request), query['email'] ?? ''),
  })),
  serve(setExceptionalDate, changing(services, dates.setExceptionalDate)),
  serve(usersByName, async ({ request, query }) => ({
    success: true,
    data: await lookUpPeople(contextOf(services, request), 'name', query['query'] ?? ''),
  })),
  serve(usersByEmail, async ({ request, query }) => ({
    success: true,
    data: await lookUpPeople(contextOf(services, request), 'email', query['query'] ?? ''),
  })),
  serve(usersByCode, async ({ request, query }) => ({
    success: true,
    data: await lookUpPeople(contextOf(services, request), 'employee_code', query['query'] ?? ''),
  })),
];
