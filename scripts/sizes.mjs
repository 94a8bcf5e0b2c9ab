// The size gate: brotli bytes of what the first list needs, of all screens together, and of each lazy piece.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from './lib/run.mjs';

const CLIENT = join(ROOT, 'dist', 'client');
/** Bytes after brotli. A kB is 1,000 bytes. */
export const BUDGETS = {
  firstScript: 155_000,
  firstAll: 172_000,
  everything: 460_000,
  lazyPiece: 120_000,
  cities: 60_000,
  rare: 80_000,
};
/** The piece of the first list (scripts/chunks.ts), beside all that index.html names. */
const FIRST_LIST = 'list';
/** Pieces that may be larger: loaded for a PDF, a HEIC or a bill that is read; kept when there is time, or by use. */
const ENGINES = /^assets\/(?:pdf|PdfView|heic|libheif|gst|zxing|reading|ort-wasm)[\w.-]*\.(?:m?js|css|wasm)$/;

/** The cities of India: facts, not a screen. Kept with the app, so that they are found without a network. */
const CITIES = /^assets\/indianCities-[\w-]*\.js$/;

/** Screens of a few: the worker keeps them where they are used (docs/decisions/0025). */
const RARE = /^assets\/(?:company|campaigns|tally)[\w-]*\.(?:js|css)$/;

/** The routes that lead to them. */
const RARE_ROUTES = new RegExp(
  String.raw`^assets/(?:_signedIn\.(?:people|organisation|integrations|audit|policy|retention|case|\w*[cC]ampaign|` +
    String.raw`[\w.-]*tally)|leaving)[\w.-]*\.js$`,
);

/**
 * What the worker keeps for nobody: itself, what the server runs, the page in the frame of the analytics, what sends
 * files in parts or several calls in one request, the start of a sign-in page, the first sign-in of an organisation,
 * and the icons that a browser installs: all need the network anyway.
 */
const NOT_KEPT =
  /^(?:\.sign-in\/.*|(?:sw|dashboard|verify)\.\w+|icons\/[\w-]+\.png|assets\/(?:send\w+|startSignIn|setup)-.+\.js)$/;

/** Every file that loading these pieces brings in at once: static imports and styles, not dynamic imports. */
export function closure(manifest, keys) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const piece = manifest[key];
    if (!piece) throw new Error(`The build has no piece ${key}.`);
    files.add(piece.file);
    for (const style of piece.css ?? []) files.add(style);
    for (const next of piece.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...files];
}

/** The files that the page names; those of its first screens (`data-first`) are another's, for all but one of them. */
export const namedBy = (page, files) => {
  const text = page.replace(/data-first='[^']*'/, '');
  return files.filter((file) => text.includes(`/${file}`));
};

/** The manifest's keys of the piece with this name: one, unless the build lacks it. */
export const keysOf = (manifest, name) => Object.keys(manifest).filter((key) => manifest[key].name === name);

export const brotliSize = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;

/** As the build has compressed it, in the same way; small files it leaves as they are. */
const sizeOnItsWay = (file) =>
  existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliSize(readFileSync(file));

/** Pieces that are kept everywhere, and at once need one that is not: they would not open without a network. */
export const needsRareScreen = (manifest) =>
  Object.values(manifest)
    .filter(({ file }) => file.startsWith('assets/') && !RARE.test(file) && !RARE_ROUTES.test(file))
    .flatMap((piece) => (piece.imports ?? []).map((key) => [piece.file, manifest[key]?.file ?? '']))
    .filter(([, file]) => RARE.test(file));

/** Judges sizes (bytes by file) against the budgets. */
export function judge(sizes, first, lazy, budgets = BUDGETS) {
  const sum = (files) => files.reduce((total, file) => total + (sizes[file] ?? 0), 0);
  const script = first.filter((file) => file.endsWith('.js'));
  const apart = [ENGINES, CITIES, RARE, NOT_KEPT];
  const kept = Object.keys(sizes).filter((file) => !apart.some((pattern) => pattern.test(file)));
  return [
    { name: 'first list, script', bytes: sum(script), budget: budgets.firstScript },
    { name: 'first list, all', bytes: sum(first), budget: budgets.firstAll },
    { name: 'all screens', bytes: sum(kept), budget: budgets.everything },
    ...[
      { name: 'cities', files: CITIES, budget: budgets.cities },
      { name: 'kept where used', files: RARE, budget: budgets.rare },
    ].map(({ name, files, budget }) => ({
      name,
      bytes: sum(Object.keys(sizes).filter((file) => files.test(file))),
      budget,
    })),
    ...lazy
      .filter((file) => !ENGINES.test(file) && !CITIES.test(file))
      .map((file) => ({ name: file, bytes: sizes[file] ?? 0, budget: budgets.lazyPiece }))
      .filter(({ bytes, budget }) => bytes > budget),
  ];
}

function main() {
  const manifestFile = join(CLIENT, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) {
    console.error('There is no build to weigh; run npm run build first.');
    return false;
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const sizes = {};
  for (const entry of readdirSync(CLIENT, { recursive: true })) {
    const file = String(entry).replaceAll('\\', '/');
    // The icons and pictures of the installed app are the system's business, not a screen's.
    if (/\.(?:js|mjs|css|html|wasm)$/.test(file)) sizes[file] = sizeOnItsWay(join(CLIENT, file));
  }
  const list = keysOf(manifest, FIRST_LIST);
  if (list.length === 0) {
    console.error(`The build has no piece ${FIRST_LIST}.`);
    return false;
  }
  const first = new Set([
    'index.html',
    ...namedBy(readFileSync(join(CLIENT, 'index.html'), 'utf8'), Object.keys(sizes)),
    ...closure(manifest, list),
  ]);
  const torn = needsRareScreen(manifest);
  for (const [file, needed] of torn) console.error(`${file} needs ${needed}, which is kept only where it is used.`);
  if (torn.length > 0) return false;
  const lazy = Object.values(manifest)
    .filter((piece) => piece.isDynamicEntry)
    .map((piece) => piece.file);
  const lines = judge(sizes, [...first], lazy);
  for (const { name, bytes, budget } of lines)
    console.log(
      `${bytes <= budget ? 'ok  ' : 'OVER'} ${name.padEnd(20)} ${(bytes / 1000).toFixed(1).padStart(7)} kB ` +
        `of ${budget / 1000} kB`,
    );
  const largest = Object.entries(sizes)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([file, bytes]) => `${file} ${(bytes / 1000).toFixed(1)}`);
  console.log(`     first list: ${first.size} files. Largest: ${largest.join(', ')}`);
  return lines.every(({ bytes, budget }) => bytes <= budget);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main() ? 0 : 1;
