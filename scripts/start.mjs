// `npm start`: builds when the sources changed, then runs the server, which prints its address and who can sign in.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './lib/run.mjs';

if (!(await build())) {
  console.error('The build failed; its words stand above.');
  process.exit(1);
}
const server = spawn(
  process.execPath,
  ['--enable-source-maps', join(ROOT, 'dist', 'server', 'server.js'), ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
// Ctrl-C reaches the server by itself; a signal to this process alone is passed on. Its end is ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
