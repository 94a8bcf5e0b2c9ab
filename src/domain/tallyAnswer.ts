import type { TallyStatus } from '#contract/tally.ts';
import { VOUCHER } from './tally.ts';

/** What Tally said of an import: how many vouchers it has by now, how many it did not take, and why, in its own words. */
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

/** Names stand in Tally's sentences between quotes, and its words around them differ by version. */
const quotes = (problem: string, name: string): boolean => name !== '' && [`'${name}'`, `"${name}"`, `‘${name}’`, `“${name}”`].some((quoted) => problem.toLowerCase().includes(quoted.toLowerCase()));
const isAbout = (problem: string, { id, ledger, creditLedger, costCentre }: AnsweredVoucher): boolean => problem.includes(id) || [ledger, creditLedger, costCentre].some((name) => quotes(problem, name));

/**
 * Which vouchers an answer marks (TALLY-10). Tally counts and complains, and names no voucher: one that a complaint names, by its id or by a
 * ledger or cost centre of it, failed. The others are posted when the count bears it out, and are left to a person when it does not.
 * What is posted already stays so: the same file, imported again, changes nothing.
 */
export function judgeAnswer({ taken, refused, problems }: ImportAnswer, vouchers: readonly AnsweredVoucher[]): Judgement {
  const open = vouchers.filter(({ status }) => status === VOUCHER.exported || status === VOUCHER.failed);
  const failed = open.flatMap((voucher) => {
    const reason = problems.find((problem) => isAbout(problem, voucher));
    return reason === undefined ? [] : [{ id: voucher.id, reason }];
  });
  const named = new Set(failed.map(({ id }) => id));
  const rest = open.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  if (rest.length > 0 && taken === 0 && problems[0] !== undefined) {
    // It took nothing at all: what stands first, a company that is not open for one, is why.
    const reason = problems[0];
    return { posted: [], failed: [...failed, ...rest.map((id) => ({ id, reason }))], unclear: [] };
  }
  const certain = taken === vouchers.length - failed.length && (refused > 0 || problems.length > 0 ? failed.length > 0 : true);
  return certain ? { posted: rest, failed, unclear: [] } : { posted: [], failed, unclear: rest };
}
