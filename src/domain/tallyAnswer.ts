import type { TallyStatus } from '#contract/tally.ts';
import { VOUCHER } from './tally.ts';

/**
 * What Tally said of an import: how many vouchers it has by now, how many it did not take, and why, in its own words.
 */
export interface ImportAnswer {
  taken: number;
  refused: number;
  problems: string[];
}

export interface AnsweredVoucher {
  id: string;
  ledger: string;
  creditLedger: string;
  costCentre: string;
  status: TallyStatus;
}

export interface Judgement {
  posted: string[];
  failed: { id: string; reason: string }[];
  /** Of these it says nothing certain. */
  unclear: string[];
}

/** Tally's messages quote names, and its words around them differ by version. */
const QUOTES = [`''`, '""', '‘’', '“”'] as const;
/** A name may contain quotes: the maximum number of closing quotes tried for each opening one. */
const ENDS_TRIED = 5;
const LONGEST_NAME = 200;
/** A complaint names a few; one of nothing but quotes is no complaint. */
const MAX_QUOTED = 20;

/** The texts between quotes, each once for each pair that it may stand between. */
function quotedIn(problem: string): string[] {
  const quoted: string[] = [];
  for (const [open = '', close = ''] of QUOTES) {
    for (
      let from = problem.indexOf(open);
      from >= 0 && quoted.length < MAX_QUOTED;
      from = problem.indexOf(open, from + 1)
    ) {
      let to = from;
      for (let tried = 0; tried < ENDS_TRIED; tried += 1) {
        to = problem.indexOf(close, to + 1);
        if (to < 0 || to - from > LONGEST_NAME) break;
        quoted.push(problem.slice(from + 1, to));
      }
    }
  }
  return quoted;
}

/**
 * Finds the first complaint about a voucher. A batch has thousands of vouchers, and an answer as many complaints: each
 * is read once, and each word and name in it looked up among those of the vouchers (S1).
 */
function complaints(
  problems: readonly string[],
  vouchers: readonly AnsweredVoucher[],
): (voucher: AnsweredVoucher) => string | undefined {
  const namesOf = ({ ledger, creditLedger, costCentre }: AnsweredVoucher): string[] =>
    [ledger, creditLedger, costCentre].map((name) => name.toLowerCase());
  const ids = new Set(vouchers.map(({ id }) => id));
  const names = new Set(vouchers.flatMap(namesOf));
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const [at, problem] of problems.entries()) {
    for (const word of problem.match(/[\p{L}\p{N}]+/gu) ?? []) if (ids.has(word) && !byId.has(word)) byId.set(word, at);
    for (const name of quotedIn(problem.toLowerCase())) if (names.has(name) && !byName.has(name)) byName.set(name, at);
  }
  return (voucher) => {
    const found = [
      byId.get(voucher.id),
      ...namesOf(voucher).map((name) => (name === '' ? undefined : byName.get(name))),
    ].filter((at) => at !== undefined);
    return found.length === 0 ? undefined : problems[Math.min(...found)];
  };
}

/**
 * Which vouchers an answer marks (TALLY-10). Tally counts and complains, and names no voucher: one that a complaint
 * names, by its id or by a ledger or cost centre of it, failed. The others are posted when the count bears it out, and
 * are left to a person when it does not. What is posted already stays so: the same file, imported again, changes
 * nothing.
 */
export function judgeAnswer(
  { taken, refused, problems }: ImportAnswer,
  vouchers: readonly AnsweredVoucher[],
): Judgement {
  const open = vouchers.filter(({ status }) => status === VOUCHER.exported || status === VOUCHER.failed);
  const complaintAbout = complaints(problems, open);
  const failed = open.flatMap((voucher) => {
    const reason = complaintAbout(voucher);
    return reason === undefined ? [] : [{ id: voucher.id, reason }];
  });
  const named = new Set(failed.map(({ id }) => id));
  const rest = open.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  if (rest.length > 0 && taken === 0 && problems[0] !== undefined) {
    // Nothing was imported: the first message, such as a company that is not open, is the reason.
    const reason = problems[0];
    return { posted: [], failed: [...failed, ...rest.map((id) => ({ id, reason }))], unclear: [] };
  }
  const certain =
    taken === vouchers.length - failed.length && (refused > 0 || problems.length > 0 ? failed.length > 0 : true);
  return certain ? { posted: rest, failed, unclear: [] } : { posted: [], failed, unclear: rest };
}
