import { useQueryClient } from '@tanstack/react-query';
import { createIdentityProvider, updateIdentityProvider } from '#contract/calls/identityProviders.ts';
import type { IdentityProvider, IdentityProviderBody } from '#contract/identityProvider.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';

/** Stores a provider: `base` is the one that it changes. Throws ApiError. */
export function useSaveProvider(): (body: IdentityProviderBody, base?: IdentityProvider) => Promise<void> {
  const client = useQueryClient();
  const { email } = useSession();
  return async (body, base) => {
    try {
      await once(JSON.stringify([email, 'provider', base?.providerId, base?.version, body]), (key) =>
        base
          ? call(updateIdentityProvider, { parts: { id: base.providerId }, body, ifMatch: base.version, key })
          : call(createIdentityProvider, { body, key }),
      );
    } finally {
      // After a refusal too: somebody else may have changed it.
      void invalidate(client, updateIdentityProvider);
    }
  };
}
