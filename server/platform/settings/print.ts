import { SETTINGS } from './list.ts';
import { BUILDING, type Setting, type SettingGroup } from './setting.ts';

/** The list of settings as people read it: a table for the documentation, and an environment file. */

const BEGIN = '<!-- settings: made by npm run settings -- --write -->';
const END = '<!-- end of settings -->';
const COLUMNS = 118;

const groups = (): [SettingGroup, Setting[]][] =>
  [...new Set(SETTINGS.map(({ group }) => group))].map((title) => [
    title,
    SETTINGS.filter(({ group }) => group === title),
  ]);

/** Every setting in Markdown: a table for each group. */
export function settingsTable(): string {
  const row = ({ name, default: fallback, otherwise = '', meaning, secret }: Setting): string =>
    `| \`${name}\` | ${fallback ?? otherwise} | ${meaning}${secret ? ' Secret.' : ''} |`;
  return groups()
    .map(([title, settings]) =>
      [`### ${title}`, '', '| Variable | Default | Meaning |', '|---|---|---|', ...settings.map(row)].join('\n'),
    )
    .join('\n\n');
}

/** The page with the table between its markers replaced. Throws where the page has no markers. */
export function withSettingsTable(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page lacks the lines "${BEGIN}" and "${END}".`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${settingsTable()}\n\n${page.slice(end)}`;
}

/** Comment lines, wrapped. Comments of an environment file have no Markdown. */
function comment(text: string): string[] {
  const lines = ['#'];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > COLUMNS) lines.push(`# ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

/** An environment file with every setting of a server explained and commented out. */
export function settingsFile(): string {
  const entry = ({ name, default: fallback, otherwise, meaning, example, secret }: Setting): string[] => [
    '',
    ...comment(meaning),
    ...((fallback ?? otherwise) ? comment(`Default: ${fallback ?? otherwise}.`) : []),
    ...(secret ? comment('Secret: keep this file to its owner.') : []),
    `#${name}=${example ?? fallback ?? ''}`,
  ];
  return [
    ...comment('Settings of Kharcha, made by npm run settings -- --env. Remove the # in front of what you set.'),
    ...groups()
      .filter(([title]) => title !== BUILDING)
      .flatMap(([title, settings]) => ['', '', `# ---- ${title}`, ...settings.flatMap(entry)]),
    '',
  ].join('\n');
}
