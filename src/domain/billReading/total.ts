import { amountsIn, paiseInWords, type Printed } from './amounts.ts';
import { fits, lettersOf, type Found, type Row } from './pieces.ts';

/** What a row calls its amount; the first that fits counts. Letters alone: recognition drops spaces and dots. */
const NAMES: readonly (readonly [Name, readonly RegExp[]])[] = [
  [
    'part',
    [
      /su[bp]t[o0]ta[l1i]|^sub$|itemtotal|totalitem|totalq|totaldisc|totalsav|totalpoint|totalgst|totaltax|totalvat/,
      /taxtotal|gsttotal|totalc?gst|excl|beforetax|withouttax|taxable|w[o0]gst/,
    ],
  ],
  ['rounding', [/roundingad|roundadj|roundoff|^rounding(?!total)|rnd/]],
  ['change', [/tenderedchange|changedue|^change|balancechange|^baki/]],
  [
    'grand',
    [
      /grand.?t|tobepaid|topay|gra[nm]dto|totalpay|net(?:total|amount|amt|payable|bill|due|pay)|payable|jumlahbesar/,
      /amount(?:due|paid|payable)|amtdue|amtpay|totaldue|duetotal|balancedue|totalround|roundt?d?edtot|finaltotal/,
      /r[o0]und\w{0,3}t[o0]tal|totalafter|afterround|billamount|billamt|billtotal|invoiceamount|invoicetotal|tripfare/,
      /invoicevalue|totalbill|totalfare|ridefare|totalin[ckv]|totalsalesin[ck]|totalw(?:ith)?gst/,
    ],
  ],
  ['inclusive', [/in[ck]l(?:usive|udes|uding)?.{0,3}(?:of)?(?:gst|tax|vat|sst)|gstin[ck]l|taxin[ck]l/]],
  ['total', [/^(?:jumlah|amount|tota|sale|fare)|t[o0]ta[l1i]/]],
  ['paid', [/cash|tender|received|paid|tunai|pymt|payment|visa|master|card|upi|debit|credit|bayar/]],
  ['part', [/tax|gst|vat|sst|discount|disc|svc|service|tips?$|saving/]],
];
type Name = 'part' | 'rounding' | 'change' | 'grand' | 'inclusive' | 'total' | 'paid';

const WORTH: Partial<Record<Name, number>> = { grand: 60, inclusive: 50, total: 40, paid: 12 };

interface Called extends Printed {
  name: Name;
  score: number;
  row: number;
}

const nameOf = (text: string): Name | null => {
  const letters = lettersOf(text);
  return letters === '' ? null : (NAMES.find(([, patterns]) => fits(patterns, letters))?.[0] ?? null);
};

/** What a table of taxes begins with: its totals are of the tax, not of the bill. */
const TAX_TABLE = /gstsumm|taxsumm|summary|gstcode|taxcode|analysis|hsnsac|^hsn/;

/** Amounts with the names of their rows; a name without an amount takes that of the row below or above it. */
function calledIn(rows: readonly Row[]): Called[] {
  const found: Called[] = [];
  const amounts = rows.map((row) => amountsIn(row));
  let taxes = Infinity;
  rows.forEach((row, index) => {
    const letters = lettersOf(row.text);
    if (TAX_TABLE.test(letters)) taxes = index;
    const name = nameOf(row.text);
    if (!name) return;
    const own = (amounts[index] ?? []).filter(({ decimals, marked, paise }) => decimals || marked || paise >= 100);
    const beside = own.length > 0 ? own : nearby(rows, amounts, index);
    // In a row of several amounts the last is the sum; one with decimals goes before a count.
    const last = beside.findLast(({ decimals }) => decimals) ?? beside.at(-1);
    if (!last) return;
    const called = name === 'rounding' && last.paise >= 100 ? 'grand' : name;
    const inTable = index > taxes && index - taxes <= 6 && beside.length > 1;
    const score =
      (WORTH[called] ?? 0) +
      (last.decimals ? 8 : 0) +
      (last.marked ? 3 : 0) +
      (own.length > 0 ? 4 : 0) +
      (index / rows.length) * 4 -
      (inTable ? 60 : 0) -
      (last.paise <= 0 ? 80 : 0);
    // 'Rounding 177.20' is what was rounded, not by how much.
    found.push({ ...last, name: called, score, row: index });
  });
  return found;
}

/** Amounts alone in the row below, or above, of a name that has none. */
function nearby(rows: readonly Row[], amounts: readonly (readonly Printed[])[], index: number): readonly Printed[] {
  const row = rows[index] as Row;
  for (const other of [index + 1, index - 1]) {
    const beside = rows[other];
    const found = amounts[other] ?? [];
    if (!beside || found.length !== 1 || nameOf(beside.text) !== null) continue;
    if (lettersOf(beside.text).length > 4) continue;
    if (Math.abs(beside.y - row.y) < row.height * 2.2) return found;
  }
  return [];
}

/** Amounts of the rows above that none of the names stands beside, each row's last: the lines of the bill. */
function linesAbove(rows: readonly Row[], before: number): number[] {
  return rows
    .slice(0, before)
    .filter((row) => nameOf(row.text) === null)
    .flatMap(
      (row) =>
        amountsIn(row)
          .filter(({ decimals }) => decimals)
          .at(-1)?.paise ?? [],
    );
}

/** What else on the bill says that this is its total: each kind counts once. */
function evidenceFor(best: Called, called: readonly Called[], rows: readonly Row[]): string[] {
  const evidence = new Set<string>();
  const same = (paise: number): boolean => paise === best.paise;
  const paise = (name: Name): number[] => called.flatMap((one) => (one.name === name ? [one.paise] : []));
  for (const cash of paise('paid'))
    for (const change of paise('change'))
      if (change !== 0 && same(Math.abs(cash) - Math.abs(change))) evidence.add('change');
  if (best.name !== 'paid' && paise('paid').some((cash) => same(Math.abs(cash)))) evidence.add('paid');
  const totals = called.filter(
    ({ name, row }) => row !== best.row && (name === 'total' || name === 'grand' || name === 'inclusive'),
  );
  if (totals.some((one) => same(one.paise))) evidence.add('again');
  const before = totals.filter(({ row, paise: total }) => row < best.row && total !== best.paise);
  if (
    before.some((total) =>
      paise('rounding').some(
        (more) => more !== 0 && Math.abs(more) < 100 && Math.abs(best.paise - total.paise) === Math.abs(more),
      ),
    )
  )
    evidence.add('rounded');
  const parts = called.filter(
    ({ name, row }) => row < best.row && (name === 'part' || name === 'rounding' || name === 'total'),
  );
  for (const part of parts) {
    const rest = parts.filter(({ row }) => row > part.row);
    const sums = rest.reduce(
      (all, one) => (all.length > 256 ? all : [...all, ...all.map((sum) => sum + one.paise)]),
      [part.paise],
    );
    if (part.paise !== best.paise && part.paise > 0 && sums.slice(1).some(same)) evidence.add('parts');
  }
  const lines = linesAbove(rows, best.row);
  if (lines.length > 0 && same(lines.reduce((sum, one) => sum + one, 0))) evidence.add('lines');
  if (rows.some(({ text }) => /only|rupees|ringgit/i.test(text) && paiseInWords(text) === best.paise))
    evidence.add('words');
  return [...evidence];
}

/**
 * What is to be paid, in paise (READ-3): what is called grand, net, rounded or payable goes above 'total', and sums of
 * a part, of taxes or of things never count. Cash less change decides among those that are named. 'sure' only with a
 * second piece of evidence: cash and change, the sum of lines or parts, the words, or the same under another name.
 */
export function readTotal(rows: readonly Row[]): Found<number> | null {
  const called = calledIn(rows);
  const ranked = called
    .filter(({ name, paise, score }) => WORTH[name] !== undefined && paise > 0 && score > 0)
    .map((one) => ({ one, evidence: evidenceFor(one, called, rows) }))
    .map(({ one, evidence }) => ({
      one,
      evidence,
      score:
        one.score +
        evidence.length * 6 +
        (evidence.includes('change') ? 25 : 0) +
        (evidence.includes('rounded') ? 20 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  if (!best) return biggest(rows);
  if (best.one.name === 'paid') return paidLess(best.one, called);
  const rival = ranked.find(({ one, score }) => one.paise !== best.one.paise && score > best.score - 12);
  const sure =
    best.evidence.length > 0 && (!rival || ['change', 'rounded'].some((kind) => best.evidence.includes(kind)));
  return { value: best.one.paise, confidence: sure ? 'sure' : 'offered', from: best.one.piece };
}

/** Where no total is named, what was given less what was given back; offered. */
function paidLess(paid: Called, called: readonly Called[]): Found<number> {
  const back = Math.abs(called.find(({ name }) => name === 'change')?.paise ?? 0);
  return { value: paid.paise > back ? paid.paise - back : paid.paise, confidence: 'offered', from: paid.piece };
}

/** Without any name: the largest amount with decimals or a currency beside it, offered. */
function biggest(rows: readonly Row[]): Found<number> | null {
  const all = rows
    .filter((row) => !['part', 'rounding', 'change'].includes(nameOf(row.text) ?? ''))
    .flatMap((row) => amountsIn(row).filter(({ decimals, marked, paise }) => (decimals || marked) && paise > 0));
  const most = all.reduce<Printed | null>((top, one) => (top && top.paise >= one.paise ? top : one), null);
  return most && { value: most.paise, confidence: 'offered', from: most.piece };
}
