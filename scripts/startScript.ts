import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { signInPagePlugin } from './signInPage.ts';

/** What runs before the app's code, and where index.html names it. */
const ENTRY = 'src/start/main.ts';
const NAME = '/start.js';
/** The same for the document of the sign-in page. */
const SIGN_IN = 'src/start/signIn.ts';

/** A script as one file that imports nothing. */
export async function startScript(minify = true, entry = ENTRY): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

const named = (name: string, code: string): string =>
  `assets/${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;

/**
 * Builds the scripts apart from the app, so that no piece of them waits for another, and names them by their content:
 * they are kept as the app's own files are, and no older one comes out of a cache.
 */
export function startScriptPlugin(): Plugin[] {
  let file = '';
  let building = false;
  const scripts: Plugin = {
    name: 'start-script',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    async buildStart() {
      if (!building) return;
      const code = await startScript();
      file = named('start', code);
      this.emitFile({ type: 'asset', fileName: file, source: code });
      const signIn = await startScript(true, SIGN_IN);
      this.emitFile({ type: 'asset', fileName: named('startSignIn', signIn), source: signIn });
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(`src="${NAME}"`)) throw new Error(`index.html has no ${NAME} any more.`);
        return building ? html.replace(`src="${NAME}"`, `src="/${file}"`) : html;
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(NAME, (_request, response) => {
        void startScript(false).then(
          (text) => response.setHeader('content-type', 'text/javascript').end(text),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
    },
  };
  return [scripts, signInPagePlugin()];
}
