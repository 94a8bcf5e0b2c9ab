import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { startFiles } from './startFiles.ts';

/** Draws the page; the server runs what becomes of it (server/platform/site/signIn.ts). */
const ENTRY = 'src/app/signInPage.tsx';
/** Inside of the built client, where a dot keeps it from being sent. */
const FOLDER = '.sign-in';

/** What the page is made of. `sheets`: its own, then the app's, in which order a browser of the app has them. */
function piecesOf(bundle: Rolldown.OutputBundle): { sheets: string[]; later: string[]; script: string } {
  const css = (files: string[]): string[] => files.filter((file) => file.endsWith('.css'));
  const app = [...startFiles(bundle, [])];
  const own = [...startFiles(bundle, ['login', 'DemoBanner'])].filter((file) => !app.includes(file));
  const script = Object.keys(bundle).find((file) => file.startsWith('assets/startSignIn-'));
  if (script === undefined) throw new Error('The build has no start script of the sign-in page.');
  return { sheets: [...css(own), ...css(app)], later: own, script };
}

const linkTo = (file: string): string =>
  `<link data-later="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`;

/**
 * What becomes of index.html for whoever is not signed in: the page stands where the frame of the app does, its styles
 * stand above it, and the app's code is asked for after the first paint, by the start script. `later`: files that the
 * page is made of beside those of index.html.
 */
export function signInTemplate(
  html: string,
  { styles, script, later }: { styles: string; script: string; later: readonly string[] },
): string {
  const changes: [RegExp, string][] = [
    [/<html/, '<html<!--facts-->'],
    [/(?<=<title>)Kharcha/, 'Login'],
    // What the first frame is held for is the frame of the app.
    [/\s*<link rel="expect"[^>]*>/, ''],
    [/rel="modulepreload"/g, 'data-later="modulepreload"'],
    [/(?<=<script src=")[^"]+/, `/${script}`],
    [/<\/head>/, `${later.map(linkTo).join('')}<style>${styles}</style>\n  </head>`],
    [/(?<=<div id="root">)[^]*(?=<\/div>\s*<link)/, '<!--page-->'],
  ];
  return changes.reduce((text, [place, by]) => {
    if (text.search(place) < 0) throw new Error(`index.html has no ${String(place)} any more.`);
    return text.replace(place, () => by);
  }, html);
}

/** Beside the client, the function that makes its sign-in page: React's own markup, for any configuration. */
export function signInPagePlugin(): Plugin {
  let folder = '';
  let pieces: ReturnType<typeof piecesOf>;
  return {
    name: 'sign-in-page',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir);
    },
    generateBundle(_options, bundle) {
      pieces = piecesOf(bundle);
    },
    // Not when it is closed, which a failed build is too: its own error is what is to be told.
    async writeBundle() {
      const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
      const { sheets, later, script } = pieces;
      const styles = sheets.map(read).join('');
      await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [react()],
        define: {
          __DOCUMENT__: JSON.stringify(signInTemplate(read('index.html'), { styles, script, later })),
          __BUILD__: '"server"',
          // React's other half is for development.
          [['process.env', 'NODE_ENV'].join('.')]: '"production"',
        },
        ssr: { noExternal: true },
        build: {
          ssr: ENTRY,
          outDir: join(folder, FOLDER),
          emptyOutDir: true,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { entryFileNames: 'page.mjs', codeSplitting: false } },
        },
      });
    },
  };
}
