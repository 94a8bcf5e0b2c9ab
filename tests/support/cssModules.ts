import { posix } from 'node:path';
import { withoutComments, type Source } from './sources.ts';

/** The class names that a CSS module defines. */
function definedClasses(css: string): Set<string> {
  const selectors = [...withoutCssComments(css).matchAll(/([^{};]+)\{/g)]
    .map((match) => (match[1] ?? '').trim())
    .filter((selector) => !selector.startsWith('@'))
    .map((selector) => selector.replace(/:global\([^)]*\)|\[[^\]]*\]/g, ''));
  return new Set(
    selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? '')),
  );
}

/** Classes that code uses and no module defines (they would be `undefined`), and classes that nothing uses. */
export function wrongClasses(modules: readonly Source[], code: readonly Source[]): string[] {
  const defined = new Map(modules.map(({ path, text }) => [path, definedClasses(text)]));
  const used = new Map(modules.map(({ path, text }) => [path, composed(text)]));
  const doors = doorsOf(code);
  const missing = code.flatMap(({ path, text }) => {
    const bare = withoutComments(text);
    return [...ownImports(path, bare), ...handedOn(path, bare, doors)].flatMap(([name, target]) => {
      const uses = usesOf(bare, name, defined.get(target) ?? new Set());
      uses.forEach((use) => used.get(target)?.add(use));
      return uses.filter((use) => !defined.get(target)?.has(use)).map((use) => `${path} uses .${use} of ${target}`);
    });
  });
  for (const { path, text } of modules)
    for (const [name, target] of composedFrom(path, text)) {
      if (defined.get(target)?.has(name) !== true) missing.push(`${path} composes .${name} of ${target}`);
      used.get(target)?.add(name);
    }
  const unused = [...defined].flatMap(([path, names]) =>
    [...names]
      .filter((name) => !used.get(path)?.has(name))
      .map((name) => `${path} defines .${name}, which nothing uses`),
  );
  return [...missing, ...unused];
}

/** Where a path of an import leads: relative to the file, or by the names of the package's folders. */
const resolved = (path: string, from: string): string =>
  from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(posix.dirname(path), from);

/** Names under which a file imports CSS modules, and which. */
const ownImports = (path: string, code: string): (readonly [name: string, target: string])[] =>
  [...code.matchAll(/import (\w+) from '([.#][^']+\.module\.css)'/g)].map(
    ([, name = '', from = '']) => [name, resolved(path, from)] as const,
  );

/** By file: the CSS modules that it hands on, by their names there. */
const doorsOf = (code: readonly Source[]): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    code.map(({ path, text }) => {
      const all = [...withoutComments(text).matchAll(/export \{ default as (\w+) \} from '([.#][^']+\.module\.css)'/g)];
      return [path, new Map(all.map(([, name = '', from = '']) => [name, resolved(path, from)]))];
    }),
  );

/** The same of modules that another file hands on. */
function handedOn(
  path: string,
  code: string,
  doors: ReturnType<typeof doorsOf>,
): (readonly [name: string, target: string])[] {
  return [...code.matchAll(/import \{([^}]*)\} from '([.#][^']+\.tsx?)'/g)].flatMap(([, names = '', from = '']) => {
    const door = doors.get(resolved(path, from));
    return names.split(',').flatMap((each) => {
      const [name = '', as = name] = each.trim().split(/ as /);
      const target = door?.get(name);
      return target === undefined ? [] : [[as, target] as const];
    });
  });
}

/** `styles.card`; a computed `styles[tone]` may use each class whose name the code has as a literal. */
function usesOf(code: string, name: string, classes: ReadonlySet<string>): string[] {
  const direct = [...code.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, use]) => use ?? '');
  const computed = new RegExp(`(?<![\\w./])${name}\\[`).test(code);
  return [...direct, ...(computed ? [...classes].filter((one) => code.includes(`'${one}'`)) : [])];
}

/** Classes that a module takes from others, and from which. */
const composedFrom = (path: string, css: string): (readonly [name: string, target: string])[] =>
  [...withoutCssComments(css).matchAll(/composes:\s*([^;]*?)\s+from\s+'([^']+)';/g)].flatMap(
    ([, names = '', from = '']) => names.split(/\s+/).map((name) => [name, resolved(path, from)] as const),
  );

const composed = (css: string) =>
  new Set(
    [...withoutCssComments(css).matchAll(/composes:([^;]*?);/g)]
      .filter(([, list = '']) => !list.includes(' from '))
      .flatMap(([, list = '']) => list.trim().split(/\s+/)),
  );

const withoutCssComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
