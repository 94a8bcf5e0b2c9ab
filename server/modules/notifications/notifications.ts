import type { Notification, NotificationSettings } from '#contract/notification.ts';
import { parseChoices, parseDevice, parseReadScope } from '#domain/notificationParsing.ts';
import { toRupees } from '#domain/money.ts';
import type { ListQuery } from '#contract/query.ts';
import { invalidRequest, malformed, notFound } from '#server/platform/base/errors.ts';
import * as stored from './repository/notifications.ts';
import type { NotificationRow } from './repository/notifications.ts';
import * as pushes from './repository/pushes.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { takeOnly } from '#server/platform/http/listing.ts';

/** Notifications and preferences of the session's person alone. */

export const notificationAnswer = (row: NotificationRow): Notification => ({
  notificationId: row.id,
  kind: row.kind,
  recordKind: row.record_kind,
  recordId: row.told === 1 ? row.record_id : null,
  count: row.told,
  owner: row.facts.owner ?? '',
  by: row.facts.by ?? '',
  title: row.facts.title ?? '',
  amount: row.facts.paise === undefined || row.facts.paise === null ? null : toRupees(row.facts.paise),
  at: row.updated_at,
  readAt: row.read_at,
});

const NO_FILTERS: ReadonlySet<never> = new Set();

/** One page, newest first (NOTE-8). */
export async function listNotifications(context: Context, query: ListQuery): Promise<unknown> {
  takeOnly(query, NO_FILTERS);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const found = await stored.pageOfNotifications(context.services.database.db, context.actor.id, {
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  });
  return { success: true, data: found.rows.map(notificationAnswer), totalElements: found.total };
}

const plainly = async (): Promise<null> => null;

/** Marks one as read; another's is not there. Again: nothing more happens. */
export const readOne = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  change(context, request, {
    authorize: async (tx) => {
      if (!(await stored.isOwn(tx, context.actor.id, id))) throw notFound();
      return null;
    },
    execute: async (tx) => ({
      answer: { success: true, data: { read: await stored.markRead(tx, context.actor.id, { id }, context.now) } },
      recordId: id,
    }),
  });

/** Marks many as read: what came after the moment, and was not seen, stays unread (NOTE-8). */
export const readMany = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  change(context, request, {
    authorize: plainly,
    execute: async (tx) => {
      const which = parseReadScope(request.body);
      if (!which.ok) throw invalidRequest(which.message, which.errors);
      return {
        answer: {
          success: true,
          data: { read: await stored.markRead(tx, context.actor.id, which.value, context.now) },
        },
        recordId: null,
      };
    },
  });

const settingsOf = async (context: Context, db = context.services.database.db): Promise<NotificationSettings> => ({
  ...(await stored.choicesOf(db, context.actor.id)),
  mailPossible: context.services.env.smtpUrl !== null,
});

export const preferences = async (context: Context): Promise<unknown> => ({
  success: true,
  data: await settingsOf(context),
});

export const choosePreferences = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  change(context, request, {
    authorize: plainly,
    execute: async (tx) => {
      const parsed = parseChoices(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      await stored.choose(tx, context.actor.id, parsed.value, context.now);
      return { answer: { success: true, data: await settingsOf(context, tx) }, recordId: null };
    },
  });

/** Takes this device in for as long as its session lives (NOTE-11). */
export const subscribeDevice = (
  context: Context,
  session: { hash: string; deviceId: string | null },
  request: CommandRequest,
): Promise<CommandResult> =>
  change(context, request, {
    authorize: plainly,
    execute: async (tx) => {
      const parsed = parseDevice(request.body, context.services.env.pushToAnyAddress);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      await pushes.subscribe(
        tx,
        { personId: context.actor.id, sessionHash: session.hash, deviceId: session.deviceId },
        parsed.value,
        context.now,
      );
      return { answer: { success: true, data: { subscribed: true } }, recordId: null };
    },
  });

export const unsubscribeDevice = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  change(context, request, {
    authorize: plainly,
    execute: async (tx) => {
      const endpoint = (request.body as { endpoint?: unknown } | null)?.endpoint;
      if (typeof endpoint === 'string') await pushes.unsubscribe(tx, context.actor.id, endpoint);
      return { answer: { success: true, data: { subscribed: false } }, recordId: null };
    },
  });
