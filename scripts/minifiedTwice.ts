import { minify } from 'terser';
import type { Plugin } from 'vite';

/** What the first list takes, and what comes soon after it. */
const NAMES = ['react', 'app', 'list', 'outbox', 'contract', 'background'];

/**
 * Minifies these pieces once more, after the bundler: Terser inlines what it leaves, and compressed they are 2.5 kB
 * less. It takes six seconds, so everything else is left as it is.
 */
export function minifiedTwice(): Plugin {
  return {
    name: 'minified-twice',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const piece of Object.values(bundle)) {
          if (piece.type !== 'chunk' || !NAMES.includes(piece.name)) continue;
          const { code } = await minify(piece.code, { module: true, ecma: 2020, compress: { ecma: 2020, passes: 2 } });
          if (code === undefined) throw new Error(`${piece.fileName} could not be minified.`);
          piece.code = code;
        }
      },
    },
  };
}
