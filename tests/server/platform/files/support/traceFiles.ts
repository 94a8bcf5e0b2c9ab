import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Runs in a process of its own, where the file calls of Node can be watched before anybody has taken hold of them. */
const SCRIPT = `
import fs from 'node:fs';
import path from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
const [store, dataDir, hash, content] = process.argv.slice(1);
const steps = [];
const short = (file) => (file.includes('/parts/') ? 'part' : path.basename(file));
const { open, rename } = fs.promises;
fs.promises.open = async (file, ...rest) => {
  const handle = await open(file, ...rest);
  const folder = (await handle.stat()).isDirectory();
  for (const name of ['sync', 'datasync']) {
    const real = handle[name].bind(handle);
    handle[name] = async () => {
      await real();
      steps.push(folder ? 'sync folder ' + path.basename(file) : 'sync ' + short(file));
    };
  }
  return handle;
};
fs.promises.rename = async (from, to) => {
  await rename(from, to);
  steps.push('rename ' + short(from) + ' to ' + short(to));
};
syncBuiltinESMExports();
const { openFileStore } = await import(store);
const files = openFileStore({ dataDir });
await files.put(hash, Buffer.from(content), 'text/plain');
steps.push('answer');
console.log(JSON.stringify(steps));
`;

/** What storing one file does to the disk, in order; the making of its folder left out. */
export function traceFiles(storeFile: string, dataDir: string, hash: string, content: string): string[] {
  const output = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT, pathToFileURL(storeFile).href, dataDir, hash, content],
    { encoding: 'utf8' },
  );
  const steps = JSON.parse(output) as string[];
  return steps.filter((step) => step !== 'sync folder files');
}
