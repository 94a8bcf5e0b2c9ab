import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SameBill } from '#contract/fields.ts';
import { readPieces } from '#domain/billReading/read.ts';
import { marksOf, sameOf, type BillMarks } from '#domain/sameBill.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { billNames, BILLS, TODAY, truthOf } from './support/bills.ts';
import { chance } from './support/chance.ts';
import { AGAIN } from './support/photographed.ts';
import { recognised, type Recognised } from './support/readings.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';

const PAIRS = 1_000;
const WAYS = Object.keys(AGAIN);

/** A picture of a bill with what it is found again by. */
interface Shot {
  bill: number;
  shop: string;
  made: string;
  marks: BillMarks;
  text: Recognised;
}

interface Pair {
  one: Shot;
  other: Shot;
  kind: string;
  /** Whether they are of one bill. */
  same: boolean;
}

/** As the form has them, but in whatever currency. */
function marksRead({ pieces, slope }: Recognised, fingerPrint: string): BillMarks {
  const { total, day, number, paper } = readPieces(pieces, TODAY, slope);
  const read = {
    ...(total && { total: total.value }),
    ...(day && { day: day.value }),
    ...(number && { billNumber: number.value }),
  };
  return marksOf(fingerPrint, read, null, [], paper);
}

/** Each bill as it is and in two of the ways in which it comes again, in turn. */
async function shotsOf(name: string, bill: number): Promise<Shot[]> {
  const path = join(BILLS, name);
  const photos: [string, Buffer][] = [['as it is', readFileSync(path)]];
  for (const [at, [way, make]] of Object.entries(AGAIN).entries())
    if (at !== bill % WAYS.length) photos.push([way, await make(path, chance(1_001 + 10 * bill + at))]);
  const shots: Shot[] = [];
  for (const [made, photo] of photos) {
    const text = await recognised(photo);
    const fingerPrint = createHash('sha256').update(photo).digest('hex');
    shots.push({ bill, shop: truthOf(name).company, made, marks: marksRead(text, fingerPrint), text });
  }
  say(`${name}: ${photos.map(([made]) => made).join(', ')}`);
  return shots;
}

/**
 * The bill that the shop made next: of the same items, sum and day, with another number and a few minutes later. Only
 * what was read as a number or time is changed.
 */
function nextOf(shot: Shot): Shot {
  const { pieces, slope } = shot.text;
  const number = readPieces(pieces, TODAY, slope).number?.value;
  const next = number?.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  const text = {
    slope,
    pieces: pieces.map((piece) => ({
      ...piece,
      text: (number === undefined ? piece.text : piece.text.replaceAll(number, String(next))).replaceAll(
        /(?<!\d)(\d{1,2}\s?:\s?)(\d{2})(?!\d)/g,
        (_, hour: string, minute: string) => `${hour}${String((Number(minute) + 7) % 60).padStart(2, '0')}`,
      ),
    })),
  };
  return { ...shot, text, marks: marksRead(text, `next of ${shot.marks.fingerPrint}`) };
}

function pairsOf(shots: readonly Shot[]): Pair[] {
  const all = shots.flatMap((one, at) =>
    shots.slice(at + 1).map((other): Pair => {
      const same = one.bill === other.bill;
      const kind = same ? 'one paper' : one.shop === other.shop ? 'one shop' : 'two shops';
      return { one, other, kind, same };
    }),
  );
  const next = shots
    .filter(({ made }) => made === 'as it is')
    .map((one): Pair => ({ one, other: nextOf(one), kind: 'the next bill of the shop', same: false }));
  return [...all, ...next];
}

/** So many: all but those of two shops, and of these some, the same on every run. */
function chosen(pairs: readonly Pair[]): Pair[] {
  const close = pairs.filter(({ kind }) => kind !== 'two shops');
  const next = chance(2_026);
  const far = pairs
    .filter(({ kind }) => kind === 'two shops')
    .map((pair) => ({ pair, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair);
  return [...close, ...far.slice(0, PAIRS - close.length)];
}

/** Bills that are exactly the same by one thing, and their neighbours, which differ by it. */
const EXACT: Readonly<Record<'file' | Exclude<SameBill, 'paper'>, (n: number, again: boolean) => BillMarks>> = {
  file: (n) => marksOf(`file ${n}`, undefined, null, []),
  invoice: (n, again) => {
    const invoice = { kind: 'INV', seller: gstinOf(n), number: `KH/${n}`, day: '2026-07-01', irn: `irn ${n}` } as const;
    return marksOf(`${n} ${again}`, undefined, invoice, []);
  },
  number: (n, again) =>
    marksOf(`${n} ${again}`, { gstin: gstinOf(7), billNumber: again ? `kh 00${n}` : `KH/00${n}` }, null, []),
  payment: (n, again) => marksOf(`${n} ${again}`, { upiReference: String(400_000_000_000 + n) }, null, []),
};

const percent = (part: number, whole: number): number => (100 * part) / whole;

function exactFigures(count: number): Figure[] {
  return Object.entries(EXACT).map(([name, make]): Figure => {
    const right = Array.from({ length: count }, (_, n) => {
      const one = make(n, false);
      return sameOf(one, make(n, true)) === name && sameOf(one, make(n + 1, true)) === null;
    });
    const figure = percent(right.filter(Boolean).length, count);
    return {
      budget: `Exact: by its ${name}, of ${count} and as many others`,
      unit: '%',
      figure,
      goal: { atLeast: 100 },
    };
  });
}

/** How many pairs of photos are told as one paper, of those that are, and of those that are not. */
export async function benchDuplicates(figures: Figure[]): Promise<void> {
  const names = billNames();
  if (names.length === 0) return;
  const shots: Shot[] = [];
  for (const [bill, name] of names.entries()) shots.push(...(await shotsOf(name, bill)));
  const every = pairsOf(shots);
  const pairs = chosen(every);
  const told = ({ one, other }: Pair): boolean => sameOf(one.marks, other.marks) !== null;
  const share = (of: readonly Pair[]): number => percent(of.filter(told).length, of.length);
  const papers = pairs.filter(({ same }) => same);
  const others = (kind: string, among = pairs): Figure => {
    const of = among.filter((pair) => pair.kind === kind);
    return {
      budget: `Told though of ${kind}, of ${of.length} pairs`,
      unit: '',
      figure: of.filter(told).length,
      goal: {},
    };
  };
  const found = papers.filter(told).length;
  figures.push(
    ...exactFigures(names.length),
    {
      budget: `Photos of one paper found, of ${papers.length} pairs`,
      unit: '%',
      figure: share(papers),
      goal: { atLeast: 90 },
      digits: 1,
      headline: true,
    },
    {
      budget: `Of those told, right: among ${pairs.length} pairs`,
      unit: '%',
      figure: percent(found, pairs.filter(told).length),
      goal: { atLeast: 98 },
      digits: 1,
      headline: true,
    },
    ...[
      ['first', papers.filter(({ one }) => one.bill < names.length / 2)] as const,
      ['second', papers.filter(({ one }) => one.bill >= names.length / 2)] as const,
    ].map(([half, of]): Figure => ({
      budget: `Found in the ${half} half of the bills`,
      unit: '%',
      figure: share(of),
      goal: {},
      digits: 1,
    })),
    ...WAYS.map((way): Figure => {
      const of = papers.filter(({ one, other }) => one.made === 'as it is' && other.made === way);
      return {
        budget: `Found beside the bill as it is: ${way}, of ${of.length}`,
        unit: '%',
        figure: share(of),
        goal: {},
        digits: 1,
      };
    }),
    others('one shop'),
    others('the next bill of the shop'),
    others('two shops', every),
  );
}
