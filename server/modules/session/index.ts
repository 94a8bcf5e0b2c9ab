/** Sign-in, sessions, device secrets, keys of programs, refusals on record. */

export { guardByKey, guardBySession, provisioningKeyOf } from './guard.ts';
export { KEYS_USAGE, keysCommand } from './apiKeys.ts';
export { apiKeyCalls, createKeyOf, endKeyOf, listKeysOf } from './programKeys.ts';
export { rotateDeviceSecret } from './deviceSecrets.ts';
export { recordForbidden } from './accessAudit.ts';
export { googleIdentity } from './identity.ts';
export { endLink, signOutEverywhere } from './signedIn.ts';
export { openByLink } from './byLink.ts';
export { addLeaverLink, addLeaverSecret, forgetLeaverLinks, leaverLinkOf } from './repository/leaverLinks.ts';
export { removeDeadSessions, sessionLifetimes } from './repository/sessions.ts';
export { createProviderClients } from './oidc/clients.ts';
export { addOidcRoutes, originOfServer } from './oidc/routes.ts';
export { forgetSignIns } from './repository/oidcSignIns.ts';
export { providerButtons } from './repository/identityProviders.ts';
export { claimantOf } from './claimant.ts';
export { newToken, openFor, type Claimant, type Opened } from './session.ts';
export { signedInCalls } from './signedInRoutes.ts';
export { identityProviderCalls, sessionCalls, welcome } from './routes.ts';
export { sentRequestCalls } from './routes.ts';
export { sendCodes } from './signInCodesJob.ts';
export { listKeys } from './repository/apiKeys.ts';
