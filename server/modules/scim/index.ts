/** An identity provider keeps the directory: SCIM 2.0, its tokens, and what its groups give. */

export { addScimRoutes } from './routes.ts';
export { provisioningCalls } from './provisioning.ts';
