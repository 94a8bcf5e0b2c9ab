import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Where the file of a worker thread is: beside the built server's other files, or beside the source `from` that starts it. From source the
 * thread first learns to read TypeScript, which takes longer than most work: `DATABASE_WORKER` names a built one, and the others lie there too.
 */
export function workerFile(name: string, from: string): URL {
  if (!from.endsWith('.ts')) return new URL(`./${name}.js`, from);
  const built = process.env['DATABASE_WORKER'];
  if (built) return new URL(`./${name}.js`, pathToFileURL(built));
  const tsx = new URL('./dist/esm/api/index.mjs', pathToFileURL(createRequire(from).resolve('tsx/package.json'))).href;
  const source = new URL(`./${name}.ts`, from).href;
  return new URL(`data:text/javascript,${encodeURIComponent(`import { register } from '${tsx}'; register(); await import('${source}');`)}`);
}
