import type { Plugin } from 'vite';

const CALLS = /[\\/]src[\\/]contract[\\/]calls[\\/]\w+\.ts$/;
const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
/** One literal, or several that are put together over as many lines. */
const SUMMARY = new RegExp(String.raw`\bsummary:\s*${TEXT}(?:\s*\+\s*${TEXT})*(?:, *)?`, 'g');

/** The code of a file of calls without the sentences of its documentation. Throws for one that would stay. */
export function stripSummaries(code: string, id: string): string {
  const stripped = code.replace(SUMMARY, '');
  if (/\bsummary:/.test(stripped)) throw new Error(`A summary of ${id} is no plain text.`);
  return stripped;
}

/** Leaves the sentences of the documentation, which the server alone reads, out of the pages and of the worker. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) => (CALLS.test(id) ? { code: stripSummaries(code, id), map: null } : null),
});
