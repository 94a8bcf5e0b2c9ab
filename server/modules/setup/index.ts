/** The first organisation admin, and how far the organisation is set up. */

export { setupCalls } from './routes.ts';
export { issueSetupSecret, makeFirstAdmin } from './setup.ts';
export { issueSignInSecret } from './signInLinks.ts';
