import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const here = import.meta.dirname;
/** Builds the floor page with the app's own Vite and returns its folder. */
export async function buildFloor(): Promise<string> {
  const outDir = path.join(here, '..', 'dist', 'floor');
  await build({
    root: path.join(here, 'floor'),
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  });
  const assets = readdirSync(path.join(outDir, 'assets')).map((name) => `./assets/${name}`);
  writeFileSync(
    path.join(outDir, 'sw.js'),
    `self.__FILES=${JSON.stringify(['./', ...assets])};\n${readFileSync(path.join(here, 'floor', 'sw.js'), 'utf8')}`,
  );
  return outDir;
}
