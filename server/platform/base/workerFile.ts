import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Where the file of a worker thread is: beside the built server's other files, or beside the source `from` that starts
 * it. From source the thread first learns to read TypeScript, which takes longer than most work: `DATABASE_WORKER`
 * names a built one; the others are beside it.
 */
export function workerFile(name: string, from: string): URL {
  if (!from.endsWith('.ts')) return new URL(`./${name}.js`, from);
  const built = process.env['DATABASE_WORKER'];
  if (built) return new URL(`./${name}.js`, pathToFileURL(built));
  const source = new URL(`./${name}.ts`, from).href;
  return asCode(`${readingTypeScript(from)} await import('${source}');`);
}

const asCode = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

function readingTypeScript(from: string): string {
  const tsx = new URL('./dist/esm/api/index.mjs', pathToFileURL(createRequire(from).resolve('tsx/package.json'))).href;
  return `import { register } from '${tsx}'; register();`;
}

/**
 * The same for a pool of threads, which finds its file by its path: from source each thread starts with a TypeScript
 * loader.
 */
export function poolFile(name: string, from: string): { filename: string; execArgv: string[] } {
  const url = workerFile(name, from);
  if (url.protocol === 'file:') return { filename: fileURLToPath(url), execArgv: [] };
  return {
    filename: fileURLToPath(new URL(`./${name}.ts`, from)),
    execArgv: ['--import', asCode(readingTypeScript(from)).href],
  };
}
