import type { Plugin } from 'vite';

/** The bundler's loader of lazy pieces. */
const HELPER = /vite\/preload-helper/;
/** What it does about a style sheet that did not come, and what it shall do. */
const CHANGES = [
  // It would take the sheet for one that is there.
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  // So would whoever looks at the page's own sheets.
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
] as const;

/** The loader's code, asking again for a style sheet that did not come. Throws for one that is written otherwise. */
export const askAgain = (code: string): string =>
  CHANGES.reduce((before, [what, by]) => {
    if (!what.test(before)) throw new Error(`The bundler’s loader has no ${what} any more (scripts/stylesAgain.ts).`);
    return before.replace(what, by);
  }, code);

/**
 * Has a lazy piece wait for its style sheet on the second attempt too: the bundler's loader asks for one once, and
 * draws the piece without it from then on.
 */
export const stylesAgain = (): Plugin => ({
  name: 'styles-again',
  apply: 'build',
  transform: (code, id) => (HELPER.test(id) ? { code: askAgain(code), map: null } : null),
});
