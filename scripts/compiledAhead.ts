import type { Plugin } from 'vite';

/** Pieces nearly all of whose functions run at every start. */
const NAMES = ['react', 'app', 'list'];
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the browser compile these pieces whole while they arrive, on a thread of its own: compiled one by one as they are
 * called, their 1,900 functions take a phone half a second of the thread that answers fingers. The hint must be the
 * first thing in the file.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const pieces = Object.values(bundle).filter((file) => file.type === 'chunk' && NAMES.includes(file.name));
        if (pieces.length !== NAMES.length) throw new Error(`The build lacks one of the pieces ${NAMES.join(', ')}.`);
        for (const piece of pieces) if (piece.type === 'chunk') piece.code = HINT + piece.code;
      },
    },
  };
}
