import { readFileSync, writeFileSync } from 'node:fs';
import { settingsFile, settingsTable, withSettingsTable } from '#server/platform/settings/print.ts';

/**
 * `npm run settings`: every setting as a Markdown table; with `--env`, as an environment file. `--write` puts both
 * where the repository keeps them.
 */

const PAGE = 'docs/operations.md';

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== '--env' && option !== '--write')) {
  process.stderr.write('npm run settings [-- --env | --write]\n');
  process.exit(1);
}
if (option === '--write') {
  writeFileSync(PAGE, withSettingsTable(readFileSync(PAGE, 'utf8')));
  writeFileSync('deploy/kharcha.env', settingsFile());
} else process.stdout.write(option === '--env' ? settingsFile() : `${settingsTable()}\n`);
