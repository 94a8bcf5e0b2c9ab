import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeDemo } from '../../tests/support/wholeDemo.ts';
import { RunningServer, ROOT, TEMPLATE } from './server.ts';

/** Makes the template: the demo organisation as this build makes it today (it is dated relative to today). */
export default async function globalSetup(): Promise<void> {
  const build = readFileSync(join(ROOT, 'dist', '.stamp'), 'utf8');
  const stamp = `${build} ${new Date().toISOString().slice(0, 10)}`;
  const stampFile = join(ROOT, '.tmp', 'e2e-template.stamp');
  if (existsSync(stampFile) && existsSync(TEMPLATE) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(TEMPLATE, { recursive: true, force: true });
  rmSync(stampFile, { force: true });
  mkdirSync(TEMPLATE, { recursive: true });
  const server = await new RunningServer({ dataDir: TEMPLATE }).start();
  // What is not made yet would be made again by every server that starts on a copy.
  await wholeDemo(server.url);
  await server.stop();
  writeFileSync(stampFile, stamp);
}
