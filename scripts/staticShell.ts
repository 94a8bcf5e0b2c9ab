import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** Screens whose code is fetched beside the first file and not after it: path and the start of their chunk's name. */
const FIRST_SCREENS: Readonly<Record<string, string>> = {
  '/raise-local/expense': 'list',
  '/approve-local/expense': '_signedIn.approve-local.expense',
  '/home': '_signedIn.home',
};

/** The files of each first screen that index.html does not name itself. */
export function firstFiles(bundle: Rolldown.OutputBundle, named: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const css = (chunk: Rolldown.OutputChunk): string[] => [
    ...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
  ];
  return Object.fromEntries(
    Object.entries(FIRST_SCREENS).flatMap(([path, name]) => {
      const chunk = chunks.find((each) => each.fileName.startsWith(`assets/${name}-`));
      if (!chunk) throw new Error(`The build has no piece ${name}, which the first screen of ${path} is made of.`);
      const all = [chunk, ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName))];
      const files = new Set(all.flatMap((each) => [each.fileName, ...css(each)]));
      return [[path, [...files].filter((file) => !named.includes(file)).map((file) => `/${file}`)]];
    }),
  );
}

/**
 * The page with this put in place of that. A page that has no such place would be served without what depends on it.
 */
function replaced(html: string, place: string, by: string): string {
  if (!html.includes(place)) throw new Error(`index.html has no ${place} any more.`);
  return html.replace(place, () => by);
}

/**
 * The app's code is fetched and compiled, and begun by the start script (src/start/main.ts) once what the page showed
 * last is drawn: evaluating it takes a phone longer than drawing that. Its pieces are named in the order in which they
 * are evaluated.
 */
function appAtHand(html: string): string {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;
  const preload = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;
  const begun = [...html.matchAll(script)].map(([, file]) => file);
  if (begun.length === 0) return html;
  const imported = [...html.matchAll(preload)].map(([, file]) => file);
  return html
    .replaceAll(script, '<link rel="modulepreload" crossorigin href="$1">')
    .replace('<html', `<html data-app="${[...imported, ...begun].join(' ')}"`);
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
        const first = JSON.stringify(bundle ? firstFiles(bundle, html) : {});
        const named = `<html data-build="${build}" data-first='${first}'`;
        const without = replaced(
          replaced(html, '<style id="shell"></style>', `<style>${minified()}</style>`),
          '<html',
          named,
        ).replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          links.push(link.trim());
          return '';
        });
        return appAtHand(without).replace('<noscript>', `${links.join('')}\n    <noscript>`);
      },
    },
  };
}
