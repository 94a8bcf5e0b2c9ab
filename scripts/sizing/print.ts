import { MEASURED } from './figures.ts';
import { OPTIONS, type Input } from './input.ts';
import { LIMITS, reachedAt } from './limits.ts';
import { MEASURED_CLAIMS, sizeOf, type Sizing } from './model.ts';

const WIDE = 118;
const LABEL = 50;
const COLUMN = 15;

/** Two figures that count, with commas: `86`, `0.31`, `2,600`. */
function rounded(value: number): string {
  if (value === 0) return '0';
  const places = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))));
  const factor = 10 ** (1 - Math.floor(Math.log10(Math.abs(value))));
  const number = Math.round(value * factor) / factor;
  return number.toLocaleString('en-US', { maximumFractionDigits: Math.min(places, 6) });
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
/** Of kilo-, mega- or gigabytes, the unit in which it reads best. */
export function space(gigabytes: number): string {
  if (gigabytes >= 1_000) return `${rounded(gigabytes / 1_000)} TB`;
  return gigabytes >= 1 ? `${rounded(gigabytes)} GB` : `${rounded(gigabytes * 1_000)} MB`;
}

const line = (label: string, cells: readonly string[]): string =>
  `  ${label.padEnd(LABEL)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`;

/** Text in lines of at most `WIDE` signs, those after the first set in. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : indent + word);
  }
  return lines.join('\n');
}

type Row = [label: string, say: (sizing: Sizing, input: Input) => string];

const ASKED: readonly Row[] = [
  ['claims a month', ({ claimsAMonth }) => whole(claimsAMonth)],
  ['claims kept in the end', ({ claimsKept }) => whole(claimsKept)],
  ['claims filed in a second at the peak', ({ peak }) => rounded(peak.claims)],
  ['decisions', ({ peak }) => rounded(peak.decisions)],
  ['reads', ({ peak }) => rounded(peak.requests)],
];

const NEEDED: readonly Row[] = [
  ['database', ({ embedded }) => (embedded ? 'embedded' : 'PostgreSQL')],
  ['processes of the server', ({ processes }) => whole(processes)],
  ['cores of the server at the peak', ({ serverCores }) => rounded(serverCores)],
  ['cores of PostgreSQL at the peak', ({ databaseCores, embedded }) => (embedded ? '–' : rounded(databaseCores))],
  ['memory of the processes, a report in each', ({ memory }) => space(memory / 1_000)],
  ['connections of PostgreSQL', ({ connections, embedded }) => (embedded ? '–' : whole(connections))],
  ['database in the end', ({ database }) => space(database)],
  ['  previews of bills among it', ({ previews }) => space(previews)],
  ['  indexes of a year, to be held in memory', ({ hotIndexes }) => space(hotIndexes)],
  ['write-ahead log in a day', ({ log, embedded }) => (embedded ? '–' : space(log))],
  ['bills in the end', ({ objects }) => space(objects)],
  [
    '  of all bytes that are kept',
    ({ objects, database }) => `${Math.round((objects / (objects + database)) * 100)} %`,
  ],
  ['up and down at the peak, Mbit/s', ({ up, down }) => `${rounded(up)} / ${rounded(down)}`],
];

/** How far what was measured reaches. */
const reach = ({ embedded, claimsKept }: Sizing): string => {
  const times = claimsKept / (embedded ? MEASURED_CLAIMS.embedded : MEASURED_CLAIMS.postgres);
  return times <= 1 ? 'within' : `${rounded(times)} × beyond`;
};

const times = (reached: number | null): string => {
  if (reached === null) return '–';
  return reached === 1 ? 'already' : `${reached.toLocaleString('en-US')} ×`;
};

/** What is reached up to ten times the people, the first one first. */
function breaks(input: Input): { name: string; next: string; at: number }[] {
  const reached = LIMITS.map((limit) => ({ ...limit, at: reachedAt(limit, input) }));
  return reached
    .flatMap(({ name, next, at }) => (at === null ? [] : [{ name, next, at }]))
    .toSorted((a, b) => a.at - b.at);
}

/** What is reached by now, or else what is next. */
function firstBreaks(input: Input): string[] {
  const people = input.people.toLocaleString('en-US');
  const all = breaks(input);
  if (all.length === 0) return [`  ${people}: nothing that is listed here, up to ten times as many.`];
  const first = all.filter(({ at }, place) => place === 0 || at === 1);
  return first.map(({ name, next, at }) => wrapped(`  ${people}, ${times(at)}: ${name}. Then: ${next}`, '    '));
}

/** The whole of it as plain text, one column for each number of people. */
export function sizingText(inputs: readonly Input[]): string {
  const sizings = inputs.map((input) => ({ input, sizing: sizeOf(input) }));
  const rows = (all: readonly Row[]): string[] =>
    all.map(([label, say]) =>
      line(
        label,
        sizings.map(({ sizing, input }) => say(sizing, input)),
      ),
    );
  const [first] = inputs;
  const told = Object.entries(OPTIONS)
    .filter(([name]) => name !== 'people')
    .map(([name, { why }]) => `  ${`${name}=${first?.[name as keyof Input] ?? ''}`.padEnd(14)}${why}`);
  return [
    line(
      'people',
      inputs.map(({ people }) => whole(people)),
    ),
    '',
    'What is asked',
    ...rows(ASKED),
    '',
    'What it takes',
    ...rows(NEEDED),
    line(
      'claims, by what lists were measured with',
      sizings.map(({ sizing }) => reach(sizing)),
    ),
    '',
    'At how many times the people it is reached (–: not up to ten)',
    ...LIMITS.map((limit) =>
      line(
        limit.name,
        inputs.map((input) => times(reachedAt(limit, input))),
      ),
    ),
    '',
    'What breaks first, and what then',
    ...inputs.flatMap(firstBreaks),
    '',
    'Taken as',
    ...told,
    '',
    wrapped(
      `Measured (docs/measurements.md): ${Object.values(MEASURED).length} figures, on two shared cores, of one of ` +
        'everything. What is said of more people or more claims than were measured is multiplied, and no promise.',
      '',
    ),
  ].join('\n');
}

const MARKS = ['<!-- sizing: made by npm run sizing -- --write -->', '<!-- end of sizing -->'] as const;

/** The page with this text between its marks. Throws where it has none. */
export function withSizing(page: string, text: string): string {
  const [from, to] = MARKS.map((mark) => page.indexOf(mark));
  if (from === undefined || to === undefined || from < 0 || to < from) throw new Error('The page has no place for it.');
  return `${page.slice(0, from + MARKS[0].length)}\n\n\`\`\`\n${text}\n\`\`\`\n\n${page.slice(to)}`;
}
