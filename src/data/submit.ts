import type { BodyOf, Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { BillInput, Entry, Face, FollowUp, EntryRecord, NewEntry } from '#outbox/entry.ts';
import type { DraftRef } from '#outbox/draftRows.ts';
import { addressOf } from './http.ts';
import { loadOnce } from './loadOnce.ts';

const runtime = loadOnce(() => import('./runtime.ts'));
const openRuntime = async () => (await runtime()).openRuntime();

/** A form's draft, with the key that was minted with it. */
export type FormDraft = DraftRef & { id: string };

/** A change that a person made: what to send, and how it looks meanwhile. */
export interface Submission<E extends Endpoint = Endpoint> {
  endpoint: E;
  /** For `:name` in the path. */
  parts?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** Without `billUrl`: it is filled in from `bills` when they are on the server. */
  body: BodyOf<E> extends undefined ? object : Partial<BodyOf<E>>;
  /** Version of the record the change was made on. */
  ifMatch?: number;
  /** That record, to show both when it has moved on. */
  base?: unknown;
  record: EntryRecord;
  /**
   * How it looks while it waits. `success` is the toast when the server has taken it, for kinds whose list does not say
   * so itself.
   */
  face: Face & { success?: string };
  bills?: BillInput[];
  /**
   * The draft it was made from: its key is the entry's, so that submitted again it is the same entry. It goes once that
   * has been read back.
   */
  draft?: FormDraft;
  followUp?: FollowUp;
  after?: string;
  /** It may be taken back for a moment, and is not sent before that is over (OB-14). */
  held?: boolean;
}

/** What the outbox stores of a command; also for `outbox().revise`. */
export function entryInput<E extends Endpoint>(command: Submission<E>): NewEntry {
  return {
    endpoint: command.endpoint.name as EndpointName,
    url: addressOf(command.endpoint, {
      ...(command.parts && { parts: command.parts }),
      ...(command.query && { query: command.query }),
    }),
    method: command.endpoint.method,
    body: command.body,
    ...(command.ifMatch !== undefined && { ifMatch: command.ifMatch }),
    ...(command.base !== undefined && { base: command.base }),
    record: command.record,
    face: command.face,
    ...(command.draft && { id: command.draft.id, draft: command.draft }),
    ...(command.followUp && { followUp: command.followUp }),
    ...(command.after !== undefined && { after: command.after }),
    ...(command.held && { held: true }),
  };
}

/**
 * Puts a change into the outbox and starts sending. Resolves once it is durably on this device (OB-1), never waits for
 * the network; rejects when it could not be stored, so that the form stays open with its content.
 */
export async function submit<E extends Endpoint>(command: Submission<E>): Promise<Entry> {
  if (command.endpoint.offline !== 'queue') throw new Error(`${command.endpoint.name} cannot wait in the outbox.`);
  const { outbox, sendSoon } = await openRuntime();
  const entry = await outbox.enqueue(entryInput(command), command.bills ?? []);
  sendSoon();
  return entry;
}

/**
 * Takes back a change that has not been sent: nobody hears of it. False: it has left. Rejects when this device's store
 * cannot be written.
 */
export async function takeBack(entryId: string): Promise<boolean> {
  const { outbox } = await openRuntime();
  return outbox.takeBack(entryId);
}

/**
 * The same for changes that are made with one tap: all of them are saved on this device, or none is. Resolves with the
 * last of them.
 */
export async function submitAll(commands: readonly Submission[]): Promise<Entry> {
  const { outbox, sendSoon } = await openRuntime();
  const entries = await outbox.enqueueAll(commands.map(entryInput));
  sendSoon();
  return entries.at(-1) as Entry;
}

/**
 * Changes what a waiting entry says; resolves with the entry that now carries it, once that is durable. Rejects like
 * `submit`.
 */
export async function revise<E extends Endpoint>(entryId: string, command: Submission<E>): Promise<Entry> {
  const { outbox, sendSoon } = await openRuntime();
  const entry = await outbox.revise(entryId, entryInput(command), command.bills ?? []);
  sendSoon();
  return entry;
}
