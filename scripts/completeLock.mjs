// npm leaves out of package-lock.json what the registry does not serve for other platforms, and `npm ci` then refuses
// that lock. This adds the missing optional entries, so that the lock is valid everywhere. Run it after every change of
// packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLATFORMS = [
  'darwin',
  'win32',
  'linux',
  'freebsd',
  'android',
  'openharmony',
  'sunos',
  'aix',
  'openbsd',
  'netbsd',
];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el'];

/** Platform, processor and C library, read from a package name such as `@oxlint/binding-linux-arm64-musl`. */
export function machineOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = PLATFORMS.find((one) => words.includes(one));
  if (!os) return null;
  const cpu =
    PROCESSORS.find((one) => words.includes(one)) ?? (words.some((one) => one.startsWith('arm')) ? 'arm' : undefined);
  const libc =
    words.includes('musl') || words.includes('musleabihf')
      ? 'musl'
      : words.some((one) => one.startsWith('gnu'))
        ? 'glibc'
        : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(os === 'linux' && libc && { libc: [libc] }), os: [os] };
}

/** Where Node would find `name` from the package at `from`. */
function placeOf(packages, from, name) {
  for (let base = from; ;) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (base === '') return null;
    const at = base.lastIndexOf('/node_modules/');
    base = at < 0 ? '' : base.slice(0, at);
  }
}

/** Adds an entry for each exact optional dependency that has none. Returns the names added. */
export function completeLock(lock) {
  const added = [];
  for (const [from, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d+\.\d+\.\d+/.test(version) || placeOf(lock.packages, from, name)) continue;
      const machine = machineOf(name);
      if (!machine) continue;
      lock.packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), optional: true, ...machine };
      added.push(name);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = completeLock(lock);
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(
    added.length > 0 ? `Added ${added.length} entries to package-lock.json.` : 'package-lock.json is complete.',
  );
}
