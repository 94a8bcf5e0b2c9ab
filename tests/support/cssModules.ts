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
  const missing = code.flatMap(({ path, text }) => {
    const bare = withoutComments(text);
    return [...bare.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name = '', from = '']) => {
      const target = posix.join(posix.dirname(path), from);
      const uses = usesOf(bare, name, defined.get(target) ?? new Set());
      uses.forEach((use) => used.get(target)?.add(use));
      return uses.filter((use) => !defined.get(target)?.has(use)).map((use) => `${path} uses .${use} of ${target}`);
    });
  });
  const unused = [...defined].flatMap(([path, names]) =>
    [...names]
      .filter((name) => !used.get(path)?.has(name))
      .map((name) => `${path} defines .${name}, which nothing uses`),
  );
  return [...missing, ...unused];
}

/** `styles.card`; a computed `styles[tone]` may use each class whose name the code has as a literal. */
function usesOf(code: string, name: string, classes: ReadonlySet<string>): string[] {
  const direct = [...code.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, use]) => use ?? '');
  const computed = new RegExp(`(?<![\\w./])${name}\\[`).test(code);
  return [...direct, ...(computed ? [...classes].filter((one) => code.includes(`'${one}'`)) : [])];
}

const composed = (css: string) =>
  new Set(
    [...withoutCssComments(css).matchAll(/composes:([^;]*?);/g)]
      .filter(([, list = '']) => !list.includes(' from '))
      .flatMap(([, list = '']) => list.trim().split(/\s+/)),
  );

const withoutCssComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
