import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** What the submitter says; see `submitter.ts`. */
export interface Said {
  found?: number[];
  half?: number;
  done?: number;
  refused?: string;
  name?: string;
  error?: string;
}

/** Builds the submitter and the database's thread as the server is built: one file each, beside each other. */
export async function buildSubmitter(): Promise<{ file: string; remove: () => void }> {
  const cache = path.resolve('node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(path.join(cache, 'submitter-'));
  await build({
    entryPoints: ['tests/server/database/support/submitter.ts', 'server/database/embeddedWorker.ts'],
    entryNames: '[name]',
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'node20',
    logLevel: 'error',
    outExtension: { '.js': '.js' },
  });
  return { file: path.join(outdir, 'submitter.js'), remove: () => rmSync(outdir, { recursive: true, force: true }) };
}

export interface Submitter {
  process: ChildProcess;
  /** Everything it said so far. */
  said: Said[];
  /** Resolves at the first line for which `test` is true; rejects when it ends before. */
  until(test: (said: Said) => boolean): Promise<Said>;
  /** Resolves when it has ended and all it said was read. */
  ended: Promise<void>;
}

export function startSubmitter(file: string, ...words: string[]): Submitter {
  const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: Said[] = [];
  const listeners = new Set<() => void>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (!line.endsWith('}')) return; // Cut off by the kill.
    said.push(JSON.parse(line) as Said);
    for (const listener of listeners) listener();
  });
  let over = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true;
      for (const listener of listeners) listener();
      resolve();
    });
  });
  const until = (test: (line: Said) => boolean): Promise<Said> =>
    new Promise((resolve, reject) => {
      const listener = (): void => {
        const found = said.find(test);
        if (!found && !over) return;
        listeners.delete(listener);
        if (found) resolve(found);
        else reject(new Error(`It ended after saying ${JSON.stringify(said.slice(-3))}`));
      };
      listeners.add(listener);
      listener();
    });
  return { process: child, said, until, ended };
}
