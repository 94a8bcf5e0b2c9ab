import { afterAll, expect, test } from 'vitest';
import { endAll, migratedFolder, removeFolder, startProcess, stopProcess } from './process.ts';

const folder = await migratedFolder();
afterAll(() => {
  endAll();
  removeFolder(folder);
});

/** Node tells what it frees of the engine's code, and has more of it to free: it optimizes as soon as by itself. */
const TELLS = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  const { setFlagsFromString } = v8;
  for (const flag of ['--trace-wasm-code-gc', '--stress-wasm-code-gc']) setFlagsFromString(flag);
  v8.setFlagsFromString = (flag) => flag.startsWith('--wasm-tiering') || setFlagsFromString(flag);
  syncBuiltinESMExports();`;

test('no code of the database’s engine is freed while it runs: the process could end by it', async () => {
  const server = startProcess({ DATA_DIR: folder, DEMO: '0' }, { preload: TELLS });
  expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  expect(await stopProcess(server)).toBe(0);
  expect(server.stdout()).not.toContain('[wasm-gc]');
});
