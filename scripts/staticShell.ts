import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** Screens whose code is fetched beside the first file and not after it: path and the start of their chunk's name. */
const FIRST_SCREENS: Readonly<Record<string, string>> = {
  '/raise-local/expense': '_signedIn.raise-local.expense',
  '/approve-local/expense': '_signedIn.approve-local.expense',
  '/home': '_signedIn.home',
};

/** The files of each first screen that index.html does not name itself. */
export function firstFiles(bundle: Rolldown.OutputBundle, named: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const css = (chunk: Rolldown.OutputChunk): string[] => [...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])];
  return Object.fromEntries(
    Object.entries(FIRST_SCREENS).flatMap(([path, name]) => {
      const chunk = chunks.find((each) => each.isDynamicEntry && each.fileName.startsWith(`assets/${name}-`));
      if (!chunk) return [];
      const all = [chunk, ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName))];
      const files = new Set(all.flatMap((each) => [each.fileName, ...css(each)]));
      return [[path, [...files].filter((file) => !named.includes(file)).map((file) => `/${file}`)]];
    }),
  );
}

/**
 * Makes the first paint independent of every other file: the frame's few styles go into index.html, and the bundle's
 * style sheet moves behind the static frame, where a browser no longer waits for it before it paints what stands above.
 */
export function staticShell(sheets: readonly string[], build: string): Plugin {
  const minified = (): string =>
    sheets
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      .replace(/\/\*[^]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/;}/g, '}');
  return {
    name: 'static-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const links: string[] = [];
        const without = html
          .replace('<style id="shell"></style>', () => `<style>${minified()}</style>`)
          .replace('<html lang="en">', `<html lang="en" data-build="${build}" data-first='${JSON.stringify(bundle ? firstFiles(bundle, html) : {})}'>`)
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
            links.push(link.trim());
            return '';
          });
        return without.replace('<noscript>', `${links.join('')}\n    <noscript>`);
      },
    },
  };
}
