// `npm run dev`: the server (restarted at each change) and Vite in front of it, ended together.
import { spawn } from 'node:child_process';
import { ROOT, toolEnv } from './lib/run.mjs';

const apiPort = process.env['API_PORT'] ?? '3001';
const env = toolEnv({ API_PORT: apiPort });
const options = (extra) => ({
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...env, ...extra },
  shell: process.platform === 'win32',
});
const children = [
  spawn(
    'tsx',
    [
      'watch',
      '--clear-screen=false',
      '--include',
      'server/**/*',
      '--include',
      'src/{contract,domain}/**/*',
      'server/main/server.ts',
    ],
    options({ PORT: apiPort, HOST: '127.0.0.1' }),
  ),
  spawn('vite', process.argv.slice(2), options({})),
];
let ending = false;
function endAll(code) {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0));
for (const child of children) child.on('exit', (code) => endAll(code ?? 0));
