// Makes the server's files from its sources: the server, each thread it starts, each command.
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './run.mjs';

/**
 * These find files of their own beside their own code (WebAssembly, a native library, a thread's), or are not there at
 * all.
 */
const LEFT_ALONE = ['@electric-sql/pglite', 'sharp', 'piscina', 'libheif-js', 'pdfjs-dist', 'pg-native'];
/** Packages in the older format ask for Node's own modules by `require`. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Node's `http` read by `import` is asked for each of its exports, one of which reads all of `fetch`: 25 ms of a start.
 * Read by `require`, it is not. An `import()` is left alone: what it answers has each export by name.
 * @type {import('esbuild').Plugin}
 */
const httpByRequire = {
  name: 'http-by-require',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'by-require' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'by-require' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

const below = (/** @type {string} */ folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`);

/**
 * The entry files: the server itself with what makes its template, every file that runs in a worker thread (it is
 * looked for beside the code that starts it), and the commands on its data. Each group shares pieces among its own
 * alone, so that the server's start reads few files.
 */
const entries = () => [
  ['server/main/server.ts', 'server/platform/database/makeTemplate.ts'],
  below('server').filter((name) => /\/\w*[wW]orker\.ts$/.test(name)),
  below('server/main/commands'),
];

/**
 * Bundles the server with the packages it uses: reading one file takes a tenth of the time of finding and reading
 * hundreds. Nothing else is left in the folder. Throws what the bundler says.
 * @param {{ outdir: string, version?: string, more?: string[] }} options `more`: further entry files, from the root
 */
export async function bundleServer({ outdir, version, more = [] }) {
  rmSync(outdir, { recursive: true, force: true });
  for (const group of [...entries(), more])
    await build({
      absWorkingDir: ROOT,
      entryPoints: group.map((name) => ({ out: basename(name, '.ts'), in: join(ROOT, name) })),
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      external: LEFT_ALONE,
      banner: { js: REQUIRE },
      plugins: [httpByRequire],
      define: version === undefined ? {} : { __BUILD__: JSON.stringify(version) },
      logLevel: 'warning',
    });
}
