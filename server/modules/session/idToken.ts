import type { Env } from '#server/platform/settings/env.ts';
import { openSecret, sealSecret } from '#server/platform/settings/secretVariables.ts';

/** ID tokens that a provider wants to see again at sign-out: stored as secrets are (S19). */

const NAME = 'id-token';
type Keys = Pick<Env, 'secretsKeys'>;

/** The token as it is stored with its session. */
export const sealIdToken = ({ secretsKeys }: Keys, token: string): string => sealSecret(secretsKeys, NAME, token);

/** The token that is stored; null where there is none, or its key is gone. */
export const openIdToken = ({ secretsKeys }: Keys, stored: string | null): string | null =>
  stored === null ? null : openSecret(secretsKeys, NAME, stored);
