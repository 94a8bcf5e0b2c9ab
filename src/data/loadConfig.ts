import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '#contract/calls/platform.ts';
import type { Config } from '#contract/session.ts';
import { knownConfig, rememberConfig } from './config.ts';
import { call } from './http.ts';

/**
 * Asks for the configuration and remembers it; the last known one without a network. Throws ApiError when there is none
 * at all.
 */
export async function loadConfig(): Promise<Config> {
  try {
    const config = await call(getConfig);
    rememberConfig(config);
    return config;
  } catch (error) {
    const last = knownConfig();
    if (last) return last;
    throw error;
  }
}

/** The same as a query: shown at once from the last visit, then renewed. */
export const configOptions = () => {
  const last = knownConfig();
  return queryOptions({
    queryKey: [getConfig.name],
    queryFn: loadConfig,
    ...(last && { initialData: last, initialDataUpdatedAt: 0 }),
  });
};
