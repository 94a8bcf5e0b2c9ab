import { MUTANTS_OF_ENTRIES } from './mutantsOfEntries.ts';
import { MUTANTS_OF_TIME } from './mutantsOfTime.ts';
import type { Mutant } from './mutant.ts';

/**
 * Bugs that queues of this kind have had in the field, put in from outside: a judgement or a port is replaced, the
 * outbox's own code stays as it is. The model must find each of them.
 */

export const MUTANTS: Readonly<Record<string, Mutant>> = { ...MUTANTS_OF_ENTRIES, ...MUTANTS_OF_TIME };
