import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

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
      handler(html) {
        const links: string[] = [];
        const without = html
          .replace('<style id="shell"></style>', () => `<style>${minified()}</style>`)
          .replace('<html lang="en">', `<html lang="en" data-build="${build}">`)
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
            links.push(link.trim());
            return '';
          });
        return without.replace('<noscript>', `${links.join('')}\n    <noscript>`);
      },
    },
  };
}
