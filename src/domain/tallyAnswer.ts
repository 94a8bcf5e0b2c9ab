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
const QUOTES = [`''`, '""', '‘’', '“”'] as const;

/**
 * Finds the first complaint about a voucher. A batch has thousands of vouchers, and an answer as many complaints: each word of them and
 * each name is looked for once.
 */
function complaints(problems: readonly string[]): (voucher: AnsweredVoucher) => string | undefined {
  const lowered = problems.map((problem) => problem.toLowerCase());
  const words = new Map<string, number>();
  for (const [at, problem] of problems.entries()) for (const word of problem.match(/[\p{L}\p{N}]+/gu) ?? []) if (!words.has(word)) words.set(word, at);
  const names = new Map<string, number>();
  const firstQuoting = (name: string): number => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const low = name.toLowerCase();
    const at = name === '' ? -1 : lowered.findIndex((problem) => problem.includes(low) && QUOTES.some(([open = '', close = '']) => problem.includes(`${open}${low}${close}`)));
    names.set(name, at);
    return at;
  };
  return ({ id, ledger, creditLedger, costCentre }) => {
    const found = [words.get(id) ?? -1, firstQuoting(ledger), firstQuoting(creditLedger), firstQuoting(costCentre)].filter((at) => at >= 0);
    return found.length === 0 ? undefined : problems[Math.min(...found)];
  };
}

/**
 * Which vouchers an answer marks (TALLY-10). Tally counts and complains, and names no voucher: one that a complaint names, by its id or by a
 * ledger or cost centre of it, failed. The others are posted when the count bears it out, and are left to a person when it does not.
 * What is posted already stays so: the same file, imported again, changes nothing.
 */
export function judgeAnswer({ taken, refused, problems }: ImportAnswer, vouchers: readonly AnsweredVoucher[]): Judgement {
  const open = vouchers.filter(({ status }) => status === VOUCHER.exported || status === VOUCHER.failed);
  const complaintAbout = complaints(problems);
  const failed = open.flatMap((voucher) => {
    const reason = complaintAbout(voucher);
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
