import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Entry } from '#outbox/entry.ts';
import type { OutboxEnv } from '#outbox/env.ts';
import { classify, type Outcome } from '#outbox/outcome.ts';
import { bodyText, sendBill, sendCall } from '#outbox/send.ts';
import { next } from '#outbox/state.ts';
import { Api } from './api.ts';
import { anEntry } from './entries.ts';
import { pdf } from './files.ts';
import { email, PEOPLE } from './people.ts';

/**
 * Phones that file one claim after the other, each with a bill. What they send, what an answer means to them and how
 * long they wait is the outbox's own code.
 */

export interface Acknowledged {
  /** Of whom, and under which key. */
  owner: string;
  key: string;
  /** The id that the server gave it. */
  id: string;
  /** By `performance.now`. */
  at: number;
  entry: Entry;
}

export interface Filing {
  acknowledged: Acknowledged[];
  /** What phones were answered beside success: the kind of outcome and its status, and how often. */
  troubles: Map<string, number>;
  /** Claims whose sending failed more than once, and what each attempt came to. */
  twice: Map<string, string[]>;
  /** How often a session had ended. */
  signedOut: () => number;
  /** The longest time without an acknowledged claim since this moment, in milliseconds. */
  longestGap: (since: number) => number;
  /** Waits until so many more are acknowledged; rejects with what made a phone give up. */
  more: (count: number) => Promise<void>;
  /** Sends these once more, as after a restore. Resolves with those that got another id than before. */
  again: (which: readonly Acknowledged[]) => Promise<Acknowledged[]>;
  /** Ends each phone once its claim is acknowledged. */
  stop: () => Promise<void>;
}

export interface FilingOptions {
  url: string;
  phones: number;
  /** Makes the keys of this run. */
  name: string;
  /** Between two claims of a phone, in milliseconds. */
  pause: number;
  /** The first phone does not wait as phones do: it tells when claims are taken again. */
  impatient?: boolean;
}

const IMPATIENT = { pause: 250, patience: 3_000 };
const DAY = 86_400_000;

export function startFiling({ url, phones, name, pause, impatient: firstIs = false }: FilingOptions): Filing {
  const acknowledged: Acknowledged[] = [];
  const troubles = new Map<string, number>();
  const twice = new Map<string, string[]>();
  let signedOut = 0;
  let stopping = false;
  let failure: unknown;
  const began = performance.now();
  const yesterday = Date.now() - DAY;

  const phone = (number: number) => {
    const owner = email(PEOPLE[number % PEOPLE.length]!);
    const impatient = firstIs && number === 0;
    let token = '';
    let made = 0;
    const env: OutboxEnv = {
      now: Date.now,
      random: Math.random,
      newId: () => '',
      token: () => Promise.resolve(token),
      fetch,
      lock: () => Promise.resolve(true),
      hash: () => Promise.resolve(''),
      baseUrl: url,
      timeout: (millis) => AbortSignal.timeout(impatient ? Math.min(millis, IMPATIENT.patience) : millis),
      // A device without a session of its own per browser is one device here.
      headers: () => ({ 'device-id': `proof-${number}` }),
    };

    /** As the sign-in page does; until it is answered. */
    const signIn = async (): Promise<void> => {
      for (;;) {
        try {
          const nobody = new Api(url, null);
          const { body } = await nobody.post('/demo/credential', { email: owner });
          const answer = await nobody.post('/api/v1/account/googlelogin/v2', body['data']);
          if (answer.status === 200) return void (token = String(answer.body['token']));
        } catch {
          // Nobody answers.
        }
        await wait(500);
      }
    };

    const newClaim = (): { entry: Entry; bill: Buffer } => {
      made += 1;
      const key = `${name}-${number}-${made}-0123456789`;
      const bill = pdf(key);
      const hash = createHash('sha256').update(bill).digest('hex');
      const body = { localExpenseType: 'OTHERS', expenseDate: yesterday, claimAmount: 125.5, remarks: key };
      const bills = [{ localId: 'b1', hash, name: 'bill.pdf', type: 'application/pdf', size: bill.length }];
      return { entry: anEntry({ id: key, owner, body, bills, createdAt: Date.now() }), bill };
    };

    const attempt = async (entry: Entry, bytes: Buffer): Promise<{ entry: Entry; outcome: Outcome }> => {
      const [bill] = entry.bills;
      if (bill && bill.fingerPrint === undefined) {
        const raw = await sendBill(env, entry, bill, new Uint8Array(bytes).buffer, token);
        const outcome = classify(raw, { hash: bill.hash });
        if (outcome.kind !== 'uploaded') return { entry, outcome };
        entry = { ...entry, bills: [{ ...bill, fingerPrint: outcome.fingerPrint }] };
      }
      return { entry, outcome: classify(await sendCall(env, entry, bodyText(entry), token), { key: entry.id }) };
    };

    /** Until it is acknowledged; resolves with its id. */
    const deliver = async (first: Entry, bill: Buffer): Promise<{ entry: Entry; id: string }> => {
      let entry: Entry = first;
      const failures: string[] = [];
      for (;;) {
        const tried = await attempt(entry, bill);
        const { outcome } = tried;
        if (outcome.kind === 'sent') {
          const { data } = outcome.answer as { data: { expenseId: string } };
          return { entry: tried.entry, id: data.expenseId };
        }
        const more = 'status' in outcome ? outcome.status : 'why' in outcome ? outcome.why : '';
        const trouble = `${outcome.kind} ${more}`.trim();
        troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
        entry = next(tried.entry, outcome, Date.now(), { random: Math.random(), sent: made, turn: 0 });
        if (entry.state === 'signIn') {
          signedOut += 1;
          await signIn();
          continue;
        }
        if (failures.push(trouble) > 1) twice.set(entry.id, failures);
        if (entry.state === 'needsYou') throw new Error(`A phone was refused: ${JSON.stringify(entry.refusal)}`);
        const until = entry.retryAt - Date.now();
        await wait(Math.max(0, impatient ? Math.min(until, IMPATIENT.pause) : until));
      }
    };

    const run = async (): Promise<void> => {
      await signIn();
      while (!stopping && failure === undefined) {
        const { entry, bill } = newClaim();
        const done = await deliver(entry, bill);
        acknowledged.push({ owner, key: entry.id, at: performance.now(), ...done });
        await wait(pause * (0.5 + Math.random()));
      }
    };
    return { owner, deliver, run };
  };

  const all = Array.from({ length: phones }, (_, number) => phone(number));
  const running = all.map(({ run }) =>
    run().catch((error: unknown) => {
      failure ??= error;
    }),
  );
  const assertWell = (): void => {
    if (failure !== undefined) throw failure;
  };
  return {
    acknowledged,
    troubles,
    twice,
    signedOut: () => signedOut,
    longestGap(since) {
      const moments = acknowledged.map(({ at }) => at).filter((at) => at >= since);
      const gaps = [...moments, performance.now()].map((at, n) => at - (moments[n - 1] ?? Math.max(since, began)));
      return Math.max(...gaps);
    },
    async more(count) {
      const until = acknowledged.length + count;
      while (acknowledged.length < until) {
        assertWell();
        await wait(50);
      }
      assertWell();
    },
    async again(which) {
      const answers = all.map(async ({ owner, deliver }) => {
        const other: Acknowledged[] = [];
        for (const one of which.filter((each) => each.owner === owner))
          if ((await deliver(one.entry, Buffer.alloc(0))).id !== one.id) other.push(one);
        return other;
      });
      return (await Promise.all(answers)).flat();
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
      assertWell();
    },
  };
}
