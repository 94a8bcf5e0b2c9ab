import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { bundleServer } from '../../scripts/lib/serverBundle.mjs';
import { roomyFolder, RUN_FOLDER } from './roomyFolder.ts';

/** Names of environment variables that lead the tests to the built files. */
const FOLDER = 'TEST_SERVER_FOLDER';
const DAY = 86_400_000;

/**
 * The code of the embedded database. The threads of one process share what one of them has compiled, as long as any of
 * them holds it: held here, where the whole run goes by, it is compiled once and not at each of hundreds of starts.
 */
const ENGINE = 'node_modules/@electric-sql/pglite/dist/pglite.wasm';
const held = new Set<WebAssembly.Module>();

/**
 * The server as it is built, for tests that start it as a process of its own; null when a test runs outside this
 * project.
 */
export const builtFile = (name: string): string | null => {
  const folder = process.env[FOLDER];
  return folder === undefined ? null : path.join(folder, name);
};

/**
 * Before the server's tests: builds the server once, as it is delivered. Started from its sources it would take three
 * times as long, at each of a hundred starts.
 */
export async function setup(): Promise<() => void> {
  // As the server does (server/main/server.ts); the threads of the tests, each with an engine, follow it.
  setFlagsFromString('--no-wasm-code-gc');
  const cache = path.resolve('node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // What a killed run left, and databases of schemas that are no more.
  for (const name of readdirSync(cache).filter((one) => /^kharcha-(?:test|built)-/.test(one))) {
    const folder = path.join(cache, name);
    if (Date.now() - statSync(folder).mtimeMs > DAY) rmSync(folder, { recursive: true, force: true });
  }
  const runFolder = mkdtempSync(path.join(roomyFolder(), 'kharcha-run-'));
  // A PostgreSQL server of a test runs as another user, who must get to its own folder in here.
  chmodSync(runFolder, 0o711);
  process.env[RUN_FOLDER] = runFolder;
  held.add(await WebAssembly.compile(readFileSync(ENGINE)));
  const folder = mkdtempSync(path.join(cache, 'kharcha-built-'));
  try {
    await bundleServer({
      outdir: folder,
      more: ['tests/server/platform/database/support/submitter.ts'],
    });
    process.env[FOLDER] = folder;
    process.env['DATABASE_WORKER'] = path.join(folder, 'embeddedWorker.js');
  } catch {
    // The bundler has said why. Only the tests that start the server as a process fail by it.
  }
  return () => {
    held.clear();
    for (const one of [folder, runFolder]) rmSync(one, { recursive: true, force: true });
    delete process.env[RUN_FOLDER];
  };
}
