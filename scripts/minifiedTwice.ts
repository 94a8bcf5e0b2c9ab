import { createRequire } from 'node:module';
import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

/** What the first list takes, and what comes soon after it. */
const NAMES = ['react', 'app', 'list', 'outbox', 'contract', 'background'];
const OPTIONS: MinifyOptions = { module: true, ecma: 2020, compress: { passes: 2 } };
const { version } = createRequire(import.meta.url)('terser/package.json') as { version: string };

/**
 * Minifies these pieces once more, after the bundler: Terser inlines what it leaves, and compressed they are 2.5 kB
 * less. It takes six seconds, so everything else is left as it is.
 */
export function minifiedTwice(): Plugin {
  return {
    name: 'minified-twice',
    enforce: 'post',
    // Browsers keep a file by its name for ever: other text needs another.
    augmentChunkHash: ({ name }) => (NAMES.includes(name) ? version + JSON.stringify(OPTIONS) : undefined),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const pieces = Object.values(bundle).filter((file) => file.type === 'chunk' && NAMES.includes(file.name));
        if (pieces.length !== NAMES.length) throw new Error(`The build lacks one of the pieces ${NAMES.join(', ')}.`);
        for (const piece of pieces) {
          if (piece.type !== 'chunk') continue;
          const { code } = await minify(piece.code, OPTIONS);
          if (code === undefined) throw new Error(`${piece.fileName} could not be minified.`);
          piece.code = code;
        }
      },
    },
  };
}
