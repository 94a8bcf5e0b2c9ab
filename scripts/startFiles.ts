import type { Plugin, Rolldown } from 'vite';

/**
 * Pieces that a start without a network needs, by the starts of their names: the first screens, the outbox, what
 * registers the worker, filing a claim, finding one, and what a sign-out ends on the device.
 */
const PIECES = [
  'login',
  'list',
  '_signedIn.home',
  '_signedIn.outbox',
  'outbox',
  'worker',
  'localAnswer',
  'form',
  'dialog',
  'devicePush',
];
/** What the page asks for by itself, beside the entry: the script of scripts/startScript.ts. */
const START_SCRIPT = /^assets\/start-[\w-]+\.js$/;

/**
 * The files of the entry and of these pieces, with all that they import and their styles.
 * @throws Error for a piece that the bundle does not have: an offline start would lack it, and nothing would say so
 */
export function startFiles(bundle: Rolldown.OutputBundle, pieces: readonly string[] = PIECES): Set<string> {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const files = new Set<string>(['index.html', ...Object.keys(bundle).filter((name) => START_SCRIPT.test(name))]);
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || files.has(name)) return;
    files.add(name);
    for (const style of (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])
      files.add(style);
    for (const next of chunk.imports) visit(next);
  };
  for (const [name, { isEntry }] of chunks) if (isEntry) visit(name);
  for (const piece of pieces) {
    const found = [...chunks.keys()].filter((name) => name.startsWith(`assets/${piece}-`));
    if (found.length === 0)
      throw new Error(`The bundle has no piece ${piece}, which an offline start needs (scripts/startFiles.ts).`);
    found.forEach(visit);
  }
  return files;
}

/**
 * Marks the files of the worker's manifest that are fetched first (SW-4), and says of each how many bytes it has, so
 * that no piece of one is kept. `plugin` reads the bundle, `transform` marks.
 */
export function firstInWorker(pieces: readonly string[] = PIECES): {
  plugin: Plugin;
  transform: <E extends { url: string; size: number }>(manifest: E[]) => { manifest: E[]; warnings: string[] };
} {
  let first = new Set<string>();
  return {
    plugin: {
      name: 'start-files',
      generateBundle(_options, bundle) {
        first = startFiles(bundle, pieces);
      },
    },
    transform: (manifest) => ({
      manifest: manifest.map((entry) => ({
        ...entry,
        bytes: entry.size,
        ...(first.has(entry.url) && { first: true }),
      })),
      warnings: [],
    }),
  };
}
