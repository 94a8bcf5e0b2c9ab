// Builds client, worker and server into dist/, unless they were built from these very sources. `--force` builds anyway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf, ROOT, run } from './lib/run.mjs';
import { bundleServer } from './lib/serverBundle.mjs';

/** Everything a build is made of. The generated route tree is made by the build itself. */
const SOURCES = [
  'src',
  'sw',
  'server',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];
const TEXT = /\.(?:js|mjs|css|html|svg|json|webmanifest|wasm|txt)$/;
const WORTH_BYTES = 300;
/** The best compression of what is larger takes as long as the rest of the build, for a tenth less. */
const QUICKLY_BYTES = 4_000_000;

/** Files beside which a `.br` and a `.gz` lie, so that the server compresses nothing while people wait. */
async function compressClient(folder) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < WORTH_BYTES) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > QUICKLY_BYTES ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(`${file}.br`, await brotli(bytes, { params }));
      writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

/**
 * Makes what a first start would take long for: the database that it copies, and the compiled code, by starting the
 * server once on such a copy.
 */
async function prepareStart(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'kharcha-build-'));
  // Nothing of the settings of whoever builds: another database, say.
  const ofMachine = Object.entries(process.env).filter(([name]) => /^(?:path|systemroot)$/i.test(name));
  const settings = { DATA_DIR: scratch, HOST: '127.0.0.1', PORT: '0', DEMO: '0', LOG_LEVEL: 'error' };
  const env = { ...Object.fromEntries(ofMachine), NODE_ENV: 'production', ...settings };
  const node = (name, ...args) =>
    spawn(process.execPath, [join(folder, name), ...args], { cwd: scratch, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = async (child) => (await once(child, 'exit'))[0] === 0;
  try {
    if (!(await ended(node('makeTemplate.js', join(folder, 'template'))))) return false;
    const server = node('server.js');
    server.stdout.once('data', () => server.kill());
    return await ended(server);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Builds when needed. @returns whether the build is there and whole */
export async function build({ force = false } = {}) {
  const stampFile = join(ROOT, 'dist', '.stamp');
  const hash = hashOf(SOURCES);
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return true;
  console.log('Building…');
  rmSync(stampFile, { force: true });
  // The name of a build begins with its day: by it a server knows a client that is too old (src/domain/version.ts).
  const env = {
    BUILD: process.env['BUILD'] ?? `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${hash.slice(0, 12)}`,
    NODE_ENV: 'production',
  };
  if ((await run('vite', ['build', '--logLevel', 'warn'], { env })) !== 0) return false;
  const bundled = await bundleServer({ outdir: join(ROOT, 'dist', 'server'), version: env.BUILD }).then(
    () => true,
    () => false,
  );
  if (!bundled) return false;
  if (!(await prepareStart(join(ROOT, 'dist', 'server')))) return false;
  // The worker is a classic script: what brings modules into it (a dynamic import does) keeps it from starting at all.
  if (readFileSync(join(ROOT, 'dist', 'client', 'sw.js'), 'utf8').includes('import.meta')) {
    console.error(
      'dist/client/sw.js uses import.meta, and no browser would start it. Import nothing dynamically in ' +
        'what the worker carries.',
    );
    return false;
  }
  await compressClient(join(ROOT, 'dist', 'client'));
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // The route tree may have been made by this very build: take the hash again.
  writeFileSync(stampFile, hashOf(SOURCES));
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await build({ force: process.argv.includes('--force') })) ? 0 : 1;
}
