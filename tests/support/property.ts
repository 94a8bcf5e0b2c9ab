import fc from 'fast-check';

/**
 * Property tests draw the same examples on every run; `SEED=7 npx vitest …` draws others, and a failure prints the seed
 * it happened with.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_260_815) });

export { fc };
export type { GeneratorValue } from 'fast-check';
