// Makes the server's files from its sources: one for the server, one for each thread it starts.
import { readdirSync } from 'node:fs';
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
 * The entry files: the server itself, the commands on its data, and every file that runs in a worker thread (it is
 * looked for beside the code that starts it).
 */
function entries() {
  const workers = readdirSync(join(ROOT, 'server'), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /(?:^|\/)\w*[wW]orker\.ts$/.test(name));
  const commands = readdirSync(join(ROOT, 'server/main/commands')).map((name) => `main/commands/${name}`);
  return ['main/server.ts', ...commands, ...workers].map((name) => ({
    out: basename(name, '.ts'),
    in: join(ROOT, 'server', name),
  }));
}

/**
 * Bundles the server with the packages it uses: reading one file takes a tenth of the time of finding and reading
 * hundreds. Throws what the bundler says.
 * @param {{ outdir: string, version?: string, more?: string[] }} options `more`: further entry files, from the root
 */
export async function bundleServer({ outdir, version, more = [] }) {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries(), ...more.map((name) => ({ out: basename(name, '.ts'), in: join(ROOT, name) }))],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: LEFT_ALONE,
    banner: { js: REQUIRE },
    define: version === undefined ? {} : { __BUILD__: JSON.stringify(version) },
    logLevel: 'warning',
  });
}
