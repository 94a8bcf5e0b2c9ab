import { config as configSchema, type Config } from '#contract/session.ts';
import { readBootValue, writeBootValue } from './bootCache.ts';
import { writtenFacts } from './writtenFacts.ts';

/** The configuration as this page or the last visit has it: known before the network answers, and without it. */
let known: Config | null | undefined;

export function knownConfig(): Config | null {
  if (known === undefined) {
    const parsed = configSchema.safeParse(readBootValue('config'));
    known = writtenFacts()?.config ?? (parsed.success ? parsed.data : null);
  }
  return known;
}

const SAME_ORIGIN = { expense: '', auth: '', file: '' };
export const baseUrls = (): Config['baseUrls'] => knownConfig()?.baseUrls ?? SAME_ORIGIN;

export function rememberConfig(config: Config): void {
  known = config;
  writeBootValue('config', config);
}
