import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/*
 * What is compiled is kept beside the built files: the build starts the server once for that, and where they can be
 * written each start adds to it. Elsewhere NODE_COMPILE_CACHE names a folder.
 */
if (!import.meta.url.endsWith('.ts') && process.env['NODE_COMPILE_CACHE'] === undefined) {
  const directory = fileURLToPath(new URL('./compiled', import.meta.url));
  enableCompileCache({ directory, portable: true });
  // Threads follow it.
  process.env['NODE_COMPILE_CACHE'] = directory;
  process.env['NODE_COMPILE_CACHE_PORTABLE'] = '1';
}
/*
 * Node frees code that was replaced by optimized code, and with several threads that run WebAssembly it may lose count
 * of it and end the process (nodejs/node#64500). What stays instead is a few megabytes.
 */
setFlagsFromString('--no-wasm-code-gc');
// The embedded database's thread has as much code to read as the rest: it begins at once.
if (!process.env['DATABASE_URL']) {
  /*
   * Its engine compiles a function once more, optimized, after this many bytes of its code ran. At V8's own 13 million
   * that happens to many functions of a start that are hardly used afterwards, beside everything else a start does;
   * what serves requests gets there soon either way.
   */
  setFlagsFromString('--wasm-tiering-budget=100000000');
  const { startEngineAhead } = await import('#server/platform/database/embeddedThread.ts');
  startEngineAhead();
}
await import('./start.ts');
