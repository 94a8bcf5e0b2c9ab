import type { Kysely } from 'kysely';
import type { DatabaseLog } from './database.ts';
import type { Tables } from './tables.ts';
import { asReading } from '#server/platform/base/requestId.ts';
import { isConnectionLost } from '#server/platform/base/errors.ts';

/** As many share one statement. */
const MOST = 32;
/** How long what has been asked waits for a statement that is on its way, in milliseconds. */
const PATIENCE = 20;

/** What may share a statement with others of its sort. */
export interface Sort<Asked, Answer> {
  /** Carries out one by itself. */
  alone: (asked: Asked) => Promise<Answer>;
  /**
   * Carries out several, each as `alone` does, by one statement that takes effect as a whole or not at all. Answers
   * them in their order; null for one that took no effect here and goes alone.
   */
  together: (asked: readonly Asked[]) => Promise<readonly ({ answer: Answer } | null)[]>;
  /** Two of which it says the same share no statement. */
  apartBy?: (asked: Asked) => unknown;
  /** Told of a shared statement that failed; each then goes alone. */
  failed?: (error: unknown) => void;
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets what many ask for at the same time share the way to the database and back: most of what a small statement costs
 * is that way. What arrives in one turn of the event loop goes together at its end; what arrives while that is on its
 * way goes together when it is back, or after 20 ms. Somebody who asks by themselves waits for nobody, and goes alone.
 * Where a shared statement fails each goes alone, so that nobody gets another's error. Only where the connection broke
 * is it everybody's: nobody knows whether it took effect (X54).
 */
export function shared<Asked, Answer>(sort: Sort<Asked, Answer>): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];
  let underWay = 0;
  let next: { cancel: () => void } | undefined;

  const take = (): Waiting<Asked, Answer>[] => {
    const taken: Waiting<Asked, Answer>[] = [];
    const left: Waiting<Asked, Answer>[] = [];
    const apart = new Set<unknown>();
    for (const each of waiting) {
      const by = sort.apartBy?.(each.asked) ?? each;
      const fits = taken.length < MOST && !apart.has(by);
      apart.add(by);
      (fits ? taken : left).push(each);
    }
    waiting = left;
    return taken;
  };

  const carryOut = async (group: readonly Waiting<Asked, Answer>[]): Promise<void> => {
    const goAlone = async ({ asked, resolve }: Waiting<Asked, Answer>): Promise<void> => {
      const answer = sort.alone(asked);
      resolve(answer);
      await answer.catch(() => undefined);
    };
    if (group.length === 1) return void (await Promise.all(group.map(goAlone)));
    try {
      const answers = await sort.together(group.map(({ asked }) => asked));
      await Promise.all(
        group.map(async (each, at) => {
          const found = answers[at];
          return found ? each.resolve(found.answer) : goAlone(each);
        }),
      );
    } catch (error) {
      if (isConnectionLost(error)) for (const { reject } of group) reject(error);
      else {
        sort.failed?.(error);
        await Promise.all(group.map(goAlone));
      }
    }
  };

  const go = async (): Promise<void> => {
    next?.cancel();
    next = undefined;
    underWay += 1;
    const carried = carryOut(take());
    goNext();
    await carried;
    underWay -= 1;
    // Not awaited: under a load without a break each would hold the one before it.
    if (waiting.length > 0 && underWay === 0) void go();
  };

  const goNext = (): void => {
    if (waiting.length === 0 || next !== undefined) return;
    if (underWay === 0) {
      const immediate = setImmediate(() => void go());
      next = { cancel: () => clearImmediate(immediate) };
    } else {
      const timer = setTimeout(() => void go(), PATIENCE);
      next = { cancel: () => clearTimeout(timer) };
    }
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      goNext();
    });
}

/** Reads that need no order: `read` answers each of many, in their order. `failed` as for `Sort`. */
export const sharedReads = <Asked, Answer>(
  read: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  failed?: Sort<Asked, Answer>['failed'],
): ((asked: Asked) => Promise<Answer>) => {
  const together = async (asked: readonly Asked[]): Promise<{ answer: Answer }[]> =>
    // Whoever set it off: a change that waits with others holds up no read.
    (await asReading(() => read(asked))).map((answer) => ({ answer }));
  const alone = async (asked: Asked): Promise<Answer> => {
    const [found] = await together([asked]);
    if (!found) throw new Error('What was asked was not answered');
    return found.answer;
  };
  return shared({ alone, together, ...(failed && { failed }) });
};

const logs = new WeakMap<Kysely<Tables>, Pick<DatabaseLog, 'warn'>>();

/** Says in this log where shared statements of the database fail. */
export const logFailuresOf = (db: Kysely<Tables>, log: Pick<DatabaseLog, 'warn'>): void => void logs.set(db, log);

/**
 * Says once for each SQLSTATE that shared statements of this name fail. Nobody else notices: each goes alone and gets
 * its own answer, at several times the cost. The database's words stay out, which may quote a row.
 */
function warnerOf(name: string, db: Kysely<Tables>): (error: unknown) => void {
  const said = new Set<unknown>();
  return (error) => {
    const state = (error as { code?: unknown } | null)?.code ?? 'none';
    if (said.has(state)) return;
    said.add(state);
    logs.get(db)?.warn(`A statement that several shared failed (${name}, SQLSTATE ${String(state)}): each goes alone`);
  };
}

/**
 * One of what `make` makes for each database; it is given what says that shared statements failed, under `name`, in the
 * database's log.
 */
export function ofEach<Made>(
  name: string,
  make: (db: Kysely<Tables>, failed: (error: unknown) => void) => Made,
): (db: Kysely<Tables>) => Made {
  const made = new WeakMap<Kysely<Tables>, Made>();
  return (db) => {
    const before = made.get(db);
    if (before !== undefined) return before;
    const one = make(db, warnerOf(name, db));
    made.set(db, one);
    return one;
  };
}
