import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own sources as text, for tests that hold house rules. */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Source {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

/** Files below these folders (those that exist) whose name matches. */
export function sources(folders: readonly string[], name = /\.(?:ts|tsx)$/): Source[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            name.test(entry.name) &&
            !entry.name.endsWith('.gen.ts') &&
            !entry.parentPath.includes('node_modules'),
        )
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({ path: relative(ROOT, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
}

/**
 * The text without its comments, so that a rule about code is not broken by a sentence about it. Keeps line numbers.
 */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1');
}

/** `path:line` of every match in code (not in comments). */
export function places(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

const STATIC = /(?:\bfrom\s*|\bimport\s*)['"]([^'"]+)['"]/g;
const ANY = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/** What a file imports: repository paths for `#alias/…` and relative imports, names for packages. */
export const importsOf = (file: Source): string[] => targetsOf(file, ANY);
/** The same without `import(…)`. */
export const staticImportsOf = (file: Source): string[] => targetsOf(file, STATIC);

function targetsOf({ path, text }: Source, pattern: RegExp): string[] {
  return [...withoutComments(text).matchAll(pattern)].map(([, name = '']) => {
    const bare = name.replace(/\?.*$/, '');
    if (bare.startsWith('#')) {
      const [alias = '', ...rest] = bare.slice(1).split('/');
      return posix.join(['server', 'sw', 'tests'].includes(alias) ? alias : `src/${alias}`, ...rest);
    }
    return bare.startsWith('.') ? posix.normalize(posix.join(dirname(path), bare)) : bare;
  });
}

/** `src/list/Card.tsx` is in `list`, `server/main/app.ts` in `server`. */
export const folderOf = (path: string): string | null =>
  /^src\/([^/]+)\//.exec(path)?.[1] ?? /^(server|sw|tests|e2e|scripts)\//.exec(path)?.[1] ?? null;
