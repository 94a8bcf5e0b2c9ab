// Small helpers of the scripts: run a program, hash a tree. No dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** This process's environment with the installed programs first on the PATH. */
export function toolEnv(extra = {}) {
  return {
    ...process.env,
    PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    ...extra,
  };
}

/** Runs an installed program to its end; resolves to its exit code. `onStart` gets the child. */
export function run(command, args, { env = {}, stdio = 'inherit', onStart } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio, env: toolEnv(env), shell: process.platform === 'win32' });
    onStart?.(child);
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(1);
    });
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)));
  });
}

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'node_modules' && !name.startsWith('.')) yield* filesBelow(join(path, name));
  }
}

/** SHA-256 over names and contents of all files of these paths (relative to the repository). */
export function hashOf(paths, root = ROOT) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash
        .update(`${relative(root, file).replaceAll('\\', '/')}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
