import * as calls from '#contract/calls/people.ts';
import { leaverLinkBody, openLeaverLink as openLink } from '#contract/calls/leaving.ts';
import * as reviews from '#contract/calls/roleReview.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { claimantOf, welcome } from '#server/modules/session/index.ts';
import { changePerson, createPerson, resetSignIn } from './commands.ts';
import { importPeople } from './import/route.ts';
import { openLeaverLink } from './leaverLinks.ts';
import { leavePerson, leavingOf, returnPerson } from './leaving.ts';
import { confirmRoles, readRoleReview } from './reviews/roleReview.ts';
import { listPeople, listReports, personHistory, readPersonOf } from './queries.ts';

/** `/api/v1/people…`, `/api/v1/roleReview`, `/api/v1/leaver-link` */
export const directoryCalls = (services: Services): Served[] => [
  serve(calls.listPeople, async ({ request, list }) => listPeople(contextOf(services, request), list)),
  serve(calls.getPerson, async (call) => ({
    success: true,
    data: await readPersonOf(contextOf(services, call.request), idOf(call)),
  })),
  serve(calls.personHistory, async (call) => ({
    success: true,
    ...(await personHistory(contextOf(services, call.request), idOf(call))),
  })),
  serve(calls.listReports, async (call) => listReports(contextOf(services, call.request), idOf(call), call.list)),
  serve(calls.importPeople, (call) => importPeople(services, call)),
  serve(calls.createPerson, changing(services, createPerson)),
  serve(calls.updatePerson, changingOne(services, changePerson)),
  serve(calls.resetSignIn, changingOne(services, resetSignIn)),
  serve(calls.previewLeaving, async (call) => ({
    success: true,
    data: await leavingOf(contextOf(services, call.request), idOf(call)),
  })),
  serve(calls.leavePerson, changingOne(services, leavePerson)),
  serve(calls.returnPerson, changingOne(services, returnPerson)),
  serve(openLink, async ({ request }) => {
    const body = leaverLinkBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs the secret of a link.', 'secret');
    const claimant = claimantOf(services, request, '');
    return welcome(services, claimant.deviceId, await openLeaverLink(services, body.data.secret, claimant));
  }),
  serve(reviews.getRoleReview, async ({ request }) => ({
    success: true,
    data: await readRoleReview(contextOf(services, request)),
  })),
  serve(reviews.confirmRoles, changing(services, confirmRoles)),
];
