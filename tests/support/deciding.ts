import type { LocalExpense } from '#contract/expense.ts';
import type { Role } from '#contract/enums.ts';
import { dayOf } from '#domain/dates.ts';
import { createLocalExpense, localExpenses } from '#server/modules/localExpenses/commands.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import type { CommandRequest, CommandResult } from '#server/platform/idempotency/change.ts';
import { updateClaim, withdrawClaim } from '#server/modules/claims/commands.ts';
import type { Actor, Context } from '#server/platform/http/context.ts';
import { decideClaim, decideManyClaims } from '#server/modules/approvals/decisions.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Services } from '#server/platform/http/services.ts';
import { expenseBody } from './expenses.ts';
import { email, idOf, type PersonKey } from './people.ts';
import type { TestServer } from './server.ts';
import type { Act, Device, Schedule } from './decisionSchedules.ts';

/** What the device that asked was told. */
export type Told = { ok: true; body: string } | { ok: false; code: string; message: string; current?: LocalExpense };

/** One wish of one device: what it sends never changes, however often it is sent. */
export interface Wish {
  act: Act;
  n: number;
  key: string | null;
  ifMatch: number | null;
  /** Of a bulk decision: the claims it names, and the versions it carries. */
  ids: readonly string[];
  versions: Record<string, number> | null;
  told: Told[];
}

/** One schedule as it was played. */
export interface Played {
  ids: string[];
  wishes: Wish[];
  /** What went wrong in a way that nobody may ever see. */
  broken: string[];
}

/** Claims start with so much. */
const CLAIMED = 100;
const PERSON: Readonly<Record<Device, PersonKey>> = { manager: 'manager', standIn: 'manager2', owner: 'employee' };

export const personOf = (device: Device): string => idOf(PERSON[device]);

function actorOf(device: Device): Actor {
  const key = PERSON[device];
  const roles: Role[] = device === 'owner' ? [] : ['manager'];
  return {
    id: idOf(key),
    email: email(key),
    name: key,
    employeeCode: key,
    managerId: device === 'owner' ? idOf('manager') : idOf('director'),
    roles,
    exceptionalDate: null,
    standsInFor: device === 'standIn' ? [idOf('manager')] : [],
  };
}

/** Two approvers of one queue and the owner of what is in it, with the server's real services on its real database. */
export class DecidingWorld {
  readonly server: TestServer;
  readonly #services: Services;
  readonly #bill: string;
  #made = 0;

  private constructor(server: TestServer, bill: string) {
    this.server = server;
    this.#bill = bill;
    const { env, database, files, clock, identity } = server;
    const used: Pick<Services, 'env' | 'database' | 'files' | 'clock' | 'identities' | 'idSecret'> = {
      env,
      database,
      files,
      clock: () => clock.now,
      identities: [identity.source],
      idSecret: 'of the schedules',
    };
    // Filing and deciding use no other part of the server.
    this.#services = used as Services;
  }

  static async open(server: TestServer): Promise<DecidingWorld> {
    return new DecidingWorld(server, await (await server.as('employee')).bill('the bill of every schedule'));
  }

  #context(device: Device, key: string | null, ifMatch: number | null): Context {
    const { clock, env } = this.server;
    const { now } = clock;
    const timeZone = env.timeZone;
    return {
      services: this.#services,
      actor: actorOf(device),
      now,
      today: dayOf(now, timeZone),
      timeZone,
      saved: { at: null, today: dayOf(now, timeZone), createdAt: now },
      lostBefore: false,
      origin: device,
      key,
      ifMatch,
      newId: (prefix) => newId(prefix, now),
    };
  }

  async #file(): Promise<string> {
    const carried = await createLocalExpense(this.#context('owner', null, null), {
      method: 'POST',
      path: '/create',
      query: {},
      body: expenseBody(this.#bill, { claimAmount: CLAIMED }),
    });
    return (JSON.parse(carried.body) as { data: LocalExpense }).data.expenseId;
  }

  async #versions(ids: readonly string[]): Promise<Record<string, number>> {
    const rows = await this.server.database.db
      .selectFrom('claims')
      .select(['id', 'version'])
      .where('id', 'in', [...ids])
      .execute();
    return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
  }

  /** Sends a wish once. */
  #send(wish: Wish): Promise<CommandResult> {
    const { act, n, key, ifMatch, ids, versions } = wish;
    const [id = ''] = ids;
    const context = this.#context(act.by, key, ifMatch);
    const asked = (path: string, body: unknown): CommandRequest => ({
      method: 'POST',
      path,
      query: act.what === 'bulk' ? {} : { id },
      body,
    });
    switch (act.what) {
      case 'decide':
        return decideClaim(
          context,
          localExpenses,
          id,
          act.approve,
          asked(
            act.approve ? '/approve' : '/reject',
            act.approve
              ? { managerApprovedAmount: act.rupees, managerRemarks: `wish ${n}` }
              : { managerRemarks: `wish ${n}` },
          ),
        );
      case 'bulk':
        return decideManyClaims(
          context,
          localExpenses,
          asked('/bulk', { ids, comments: `wish ${n}`, approved: act.approve, ...(versions && { versions }) }),
        );
      case 'edit':
        return updateClaim(
          context,
          localExpenses,
          id,
          asked('/update', expenseBody(this.#bill, { claimAmount: act.rupees, remarks: `wish ${n}` })),
        );
      case 'withdraw':
        return withdrawClaim(context, localExpenses, id, asked('/withdraw', null));
    }
  }

  async #ask(wish: Wish, broken: string[]): Promise<void> {
    try {
      wish.told.push({ ok: true, body: (await this.#send(wish)).body });
    } catch (error) {
      if (!(error instanceof Refusal)) broken.push(`wish ${wish.n} (${wish.act.what}): ${String(error)}`);
      else
        wish.told.push({
          ok: false,
          code: error.code,
          message: error.message,
          ...(error.details.current !== undefined && { current: error.details.current as LocalExpense }),
        });
    }
  }

  /**
   * Plays a schedule to its end: every wish has been answered to its device, and what nobody had decided the manager
   * decides at last.
   */
  async play({ claims, rounds }: Schedule): Promise<Played> {
    const ids: string[] = [];
    for (let n = 0; n < claims; n += 1) ids.push(await this.#file());
    const first = await this.#versions(ids);
    const seen: Record<Device, Record<string, number>> = { manager: first, standIn: first, owner: first };
    const wishes: Wish[] = [];
    const broken: string[] = [];
    const repeats: Wish[][] = [];
    const wishOf = (act: Act): Wish => {
      this.#made += 1;
      const named = [...(act.what === 'bulk' ? act.claims : [act.claim])].map((claim) => ids[claim % claims] ?? '');
      const known = seen[act.by];
      return {
        act,
        n: this.#made,
        key: act.keyed ? `wish-${String(this.#made).padStart(12, '0')}` : null,
        ids: named,
        ifMatch: act.seen && act.what !== 'bulk' ? (known[named[0] ?? ''] ?? null) : null,
        versions: act.seen && act.what === 'bulk' ? Object.fromEntries(named.map((id) => [id, known[id] ?? 0])) : null,
        told: [],
      };
    };
    for (let round = 0; round < Math.max(rounds.length, repeats.length); round += 1) {
      const acts = rounds[round] ?? [];
      if (acts.some(({ fresh }) => fresh)) {
        const now = await this.#versions(ids);
        for (const act of acts) if (act.fresh) seen[act.by] = now;
      }
      const asked = acts.map(wishOf);
      wishes.push(...asked);
      for (const wish of asked) for (const later of wish.act.again) (repeats[round + later] ??= []).push(wish);
      await Promise.all([...asked, ...(repeats[round] ?? [])].map((wish) => this.#ask(wish, broken)));
    }
    // A device that was told to wait asks until it knows.
    for (const wish of wishes)
      for (let tries = 0; wish.told.at(-1) && isLater(wish.told.at(-1)) && tries < 50; tries += 1)
        await this.#ask(wish, broken);
    const last = wishOf({
      what: 'bulk',
      by: 'manager',
      claims: ids.map((_, n) => n),
      approve: true,
      seen: false,
      fresh: false,
      keyed: true,
      again: [],
    });
    wishes.push(last);
    await Promise.all([this.#ask(last, broken), this.#ask(last, broken)]);
    while (isLater(last.told.at(-1))) await this.#ask(last, broken);
    return { ids, wishes, broken };
  }
}

const isLater = (told: Told | undefined): boolean => told?.ok === false && told.code === 'IN_PROGRESS';

/** What a device was told for good, one answer a try. */
export const settledAnswers = ({ told }: Wish): Told[] => told.filter((each) => !isLater(each));
