import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** One file of the client, ready to send. */
export interface ClientFile {
  bytes: Buffer;
  /** The same, compressed when it was built. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  type: string;
  etag: string;
  /** Its name holds a hash of its content: it never changes. */
  immutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/** The folder in which the build puts files whose name holds a hash. */
export const HASHED = '/assets/';

const typeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

/** Never sent, even when a build leaves one behind: what only its makers need, and what begins with a dot. */
const isPrivate = (path: string): boolean =>
  path.endsWith('.map') || path.split('/').some((part) => part.startsWith('.'));

/** One file and its compressed neighbours. */
export function readClientFile(file: string, path: string): ClientFile {
  const bytes = readFileSync(file);
  const beside = (ending: string): Buffer | null =>
    statSync(file + ending, { throwIfNoEntry: false }) ? readFileSync(file + ending) : null;
  return {
    bytes,
    brotli: beside('.br'),
    gzip: beside('.gz'),
    type: typeOf(path),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    immutable: path.startsWith(HASHED),
  };
}

/**
 * Reads a built client whole, by the path under which each file is asked for. What is not in this map is not served:
 * a path is looked up, never joined to a folder, so none can lead out of it (Z65). Null: nothing is built.
 */
export function readClient(folder: string): Map<string, ClientFile> | null {
  if (!statSync(join(folder, 'index.html'), { throwIfNoEntry: false })) return null;
  const files = new Map<string, ClientFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (!isPrivate(path)) files.set(path, readClientFile(file, path));
  }
  return files;
}
