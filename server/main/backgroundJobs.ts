import type { Database } from '#server/platform/database/database.ts';
import { addressOf, type Env } from '#server/platform/settings/env.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { readPushKeys } from '#server/platform/push/keys.ts';
import { mailAddressOf, mailerOf } from '#server/platform/mail/mail.ts';
import { makeReports, refreshMarket } from '#server/modules/campaigns/index.ts';
import { sendDigests } from '#server/modules/approvals/index.ts';
import { LEAVER_LINK } from '#domain/leaver.ts';
import { sendPushes, dispatchNext } from '#server/modules/notifications/index.ts';
import { AUDIT_HEAD, composeHead } from '#server/modules/governance/index.ts';
import { sendCodes } from '#server/modules/session/index.ts';
import {
  composeLeaverLink,
  composeRoleReview,
  composeWelcome,
  ROLE_REVIEW,
  WELCOME,
} from '#server/modules/directory/index.ts';
import { followTimeZone } from '#server/modules/organisation/index.ts';
import { ADMIN_NOTICE, composeAdminNotice } from '#server/modules/people/index.ts';
import { composeWebhookOff, openLanes, WEBHOOK_OFF_MAIL } from '#server/modules/webhooks/index.ts';
import { makeDuePreviews } from '#server/platform/uploads/previews.ts';
import { sendQueuedMails, type Compose } from '#server/platform/mail/sendQueued.ts';

export interface BackgroundJobsInput {
  database: Database;
  files: FileStore;
  env: Env;
  /** Epoch milliseconds. */
  clock: () => number;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const EVERY = 1_000;
/** After a failure, so that a database that is away is not asked every second. */
const PAUSE = 30_000;

/** One part of telling: does the next piece of its work, and answers whether there was any. */
type Part = () => Promise<boolean>;

/** All that is done every second, by name, and how to wait for what goes on beside it. */
function partsOf(
  { database, files, env, clock, log }: BackgroundJobsInput,
  signal: AbortSignal,
): { parts: Record<string, Part>; ended: () => Promise<void> } {
  const { db } = database;
  const subject = env.publicUrl?.startsWith('https://') === true ? env.publicUrl : `mailto:${mailAddressOf(env)}`;
  const send = mailerOf(env);
  const address = addressOf(env);
  const compose: Record<string, Compose> = {
    [AUDIT_HEAD]: composeHead(db, { address }),
    [WEBHOOK_OFF_MAIL]: composeWebhookOff(db, { address, clock }),
    [ROLE_REVIEW]: composeRoleReview(db, { address }),
    [ADMIN_NOTICE]: composeAdminNotice(db, { address, timeZone: () => env.timeZone }),
    ...(env.leaverLinkDays > 0 && { [LEAVER_LINK]: composeLeaverLink({ database, clock, address, env }) }),
    ...(env.welcomeMails && { [WELCOME]: composeWelcome(db, { address, locationRequired: env.locationRequired }) }),
  };
  const follow = followTimeZone({ env, database });
  const lanes = openLanes({
    db,
    clock,
    get timeZone() {
      return env.timeZone;
    },
    secretsKeys: env.secretsKeys,
    anywhere: env.webhooksPrivate,
    signal,
    log,
  });
  const parts: Record<string, Part> = {
    timeZone: async () => {
      await follow();
      return false;
    },
    webhooks: () => lanes.round(),
    tell: () => dispatchNext({ db, now: clock(), timeZone: env.timeZone }),
    push: async () =>
      (await sendPushes({
        db,
        now: clock(),
        keys: await readPushKeys({ db, keys: env.secretsKeys }),
        subject,
        anywhere: env.pushToAnyAddress,
        log,
      })) > 0,
    reports: async () =>
      (await makeReports({
        db,
        durable: () => database.durable(),
        files,
        clock,
        timeZone: env.timeZone,
        signal,
        log,
      })) > 0,
    market: () => refreshMarket(db),
    previews: () => makeDuePreviews({ services: { database, files }, now: clock() }),
    ...(send && {
      mails: async () => (await sendQueuedMails({ db, now: clock(), compose, send, log })) > 0,
      digest: async () => (await sendDigests({ db, now: clock(), timeZone: env.timeZone, address, send, log })) > 0,
      codes: async () =>
        (await sendCodes({ db, secretsKeys: env.secretsKeys, now: clock(), domain: env.signInDomain, send, log })) > 0,
    }),
  };
  return { parts, ended: () => lanes.idle() };
}

/**
 * Repeats each part for as long as the server runs, one round after the other; answers how to stop, which waits for a
 * running one.
 */
export function startBackgroundJobs(input: BackgroundJobsInput): () => Promise<void> {
  let stopped = false;
  const stopping = new AbortController();
  const { parts, ended } = partsOf(input, stopping.signal);
  const rounds = Object.entries(parts).map(([job, part]) => {
    let wake = (): void => undefined;
    const rest = (millis: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, millis);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const run = async (): Promise<void> => {
      while (!stopped) {
        const pause = await part().then(
          (more) => (more ? 0 : EVERY),
          (error: unknown) => {
            if (!stopped)
              input.log.error(
                {
                  job,
                  kind: error instanceof Error ? error.name : typeof error,
                  code: (error as { code?: unknown } | null)?.code,
                },
                'job failed',
              );
            return PAUSE;
          },
        );
        if (!stopped) await rest(pause);
      }
    };
    return { done: run(), wake: () => wake() };
  });
  return async () => {
    stopped = true;
    stopping.abort();
    for (const { wake } of rounds) wake();
    await Promise.all(rounds.map(({ done }) => done));
    await ended();
  };
}
