import * as calls from '#contract/calls/organisation.ts';
import { setupBody, signInByLinkBody } from '#contract/organisation.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { claimantOf, welcome } from '#server/modules/session/index.ts';
import { checkInstallation } from './checks.ts';
import { setUp } from './setup.ts';
import { signInByLink } from './signInLinks.ts';
import { organisationState, renameOrganisation } from './state.ts';

/** `/api/v1/setup`, `/api/v1/sign-in-link`, `/api/v1/organisation` */
export const setupCalls = (services: Services): Served[] => [
  serve(calls.setUp, async ({ request }) => {
    const body = setupBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs a secret, an organisation and its first admin.', 'secret');
    const claimant = claimantOf(services, request, body.data.email);
    return welcome(services, claimant.deviceId, await setUp(services, body.data, claimant));
  }),
  serve(calls.signInByLink, async ({ request }) => {
    const body = signInByLinkBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs the secret of a link and an attempt.', 'secret');
    const claimant = claimantOf(services, request, '');
    return welcome(services, claimant.deviceId, await signInByLink(services, body.data, claimant));
  }),
  serve(calls.getOrganisation, async ({ request }) => ({
    success: true,
    data: await organisationState(contextOf(services, request)),
  })),
  serve(calls.checkInstallation, async ({ request }) => ({
    success: true,
    data: await checkInstallation(contextOf(services, request)),
  })),
  serve(calls.renameOrganisation, changing(services, renameOrganisation)),
];
