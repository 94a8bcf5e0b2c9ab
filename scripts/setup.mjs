// Makes node_modules fit package-lock.json before anything else runs. Needs nothing but Node: it runs on a machine that
// has no package yet.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Enough to run npm and to install a newer Node (package.json, optionalDependencies). */
const LEAST_NODE = [20, 19];
/** Without these nothing works; a half-deleted node_modules can hold a fresh stamp. */
const BINS = ['vite', 'vitest', 'tsc', 'esbuild', 'tsx', 'oxlint', 'playwright'];
/** A lock this old was left by a run that died. */
const LOCK_STALE_MS = 15 * 60_000;

/**
 * What an installation depends on: the locked packages and the machine. The version of Node is not part of it: compiled
 * packages use Node-API, and the installation brings the Node that later commands run on.
 */
export function stampOf(lockText, machine = `${process.platform} ${process.arch}`) {
  return createHash('sha256').update(lockText.replaceAll('\r\n', '\n')).update(machine).digest('hex');
}

/** Why an installation is needed, or null. */
export function reasonToInstall(root, stamp, bins = BINS) {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 'no packages are installed yet';
  const stampFile = join(modules, '.kharcha-stamp');
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp)
    return 'the locked packages or the machine changed';
  const missing = bins.filter(
    (name) => !existsSync(join(modules, '.bin', process.platform === 'win32' ? `${name}.cmd` : name)),
  );
  return missing.length > 0 ? `${missing.join(', ')} is missing from node_modules` : null;
}

export const nodeIsNewEnough = (version, [major, minor] = LEAST_NODE) => {
  const [a = 0, b = 0] = version.split('.').map(Number);
  return a > major || (a === major && b >= minor);
};

/** Runs `work` while no other process of this folder does. A lock of a dead or very old run is taken over. */
export async function underLock(folder, work, wait = (ms) => new Promise((done) => setTimeout(done, ms))) {
  const pidFile = join(folder, 'pid');
  for (let told = false; ;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (holderIsGone(folder, pidFile)) rmSync(folder, { recursive: true, force: true });
      else {
        if (!told) console.log('Another run is installing packages; waiting for it…');
        told = true;
        await wait(500);
      }
    }
  }
  writeFileSync(pidFile, String(process.pid));
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function holderIsGone(folder, pidFile) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > LOCK_STALE_MS) return true;
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
    return false;
  } catch (error) {
    // No pid file yet: the holder is between two lines of its own. ESRCH: it died.
    return error.code === 'ESRCH';
  }
}

async function main() {
  if (!nodeIsNewEnough(process.versions.node)) {
    console.error(`Kharcha needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const root = fileURLToPath(new URL('..', import.meta.url));
  const stamp = stampOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (reasonToInstall(root, stamp) === null) return;
  await underLock(join(root, '.kharcha-setup-lock'), () => {
    const reason = reasonToInstall(root, stamp);
    if (reason === null) return;
    console.log(`Installing packages (${reason}); about a minute…`);
    // Dev packages are needed to build, whatever NODE_ENV says. Warnings are left out: those about engines are of this
    // Node, and what is installed runs on the one that comes with it.
    const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) {
      console.error('npm ci failed; see its words above. Nothing was started.');
      process.exitCode = npm.status ?? 1;
      return;
    }
    writeFileSync(join(root, 'node_modules', '.kharcha-stamp'), stamp);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
