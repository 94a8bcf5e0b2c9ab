import { getLoggedInDetails, googleLogin, logout } from '#contract/calls/session.ts';
import { loginBody, type LoginAnswer } from '#contract/session.ts';
import { malformed } from '#server/errors.ts';
import { serve, type Served } from '#server/plugins/endpoints.ts';
import { tokenOf } from '#server/plugins/session.ts';
import { contextOf, originOf, readDeviceId } from '#server/services/context.ts';
import type { Services } from '#server/services/services.ts';
import { accountOf, deviceSecret, ORGANISATIONS, signIn, signOut } from '#server/services/session.ts';

/** Sign-in, who one is, sign-out. */
export const sessionCalls = (services: Services): Served[] => [
  serve(googleLogin, async ({ request }) => {
    const body = loginBody.safeParse(request.body);
    if (!body.success) throw malformed('The body needs a credential.', 'credential');
    const deviceId = readDeviceId(request);
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const { token, actor, picture } = await signIn(services, body.data.credential, { address: request.ip, deviceId, userAgent, origin: originOf(request) });
    const secret = deviceId === null ? {} : { deviceSecret: await deviceSecret(services, actor.id, deviceId) };
    const answer: LoginAnswer = { success: true, token, accountDetails: { ...accountOf(actor), ...(picture && { picture }) }, orgDetails: ORGANISATIONS, ...secret };
    return answer;
  }),

  serve(getLoggedInDetails, async ({ request }) => {
    const { actor } = contextOf(services, request);
    const deviceId = readDeviceId(request);
    const secret = deviceId === null ? {} : { deviceSecret: await deviceSecret(services, actor.id, deviceId) };
    return { success: true, accountDetails: accountOf(actor), orgDetails: ORGANISATIONS, ...secret };
  }),

  serve(logout, async ({ request }) => {
    await signOut(services, tokenOf(request));
    return { success: true };
  }),
];
