import { hashKey, queryOptions, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { pageOf, type Page, type RowOfAnswer } from '#contract/paging.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ListAnswer } from './localAnswer.ts';
import { startAddress } from '#start/pages.ts';
import { forgetStart, isStarted, rememberStart } from './boot.ts';
import { ApiError, isUnreachable } from './errors.ts';
import { addressOf, call, type CallInput } from './http.ts';
import { keepAnswer, keepRows, storedAnswer, type Kept } from './readCache.ts';
import { lastSession } from './sessionStore.ts';

/**
 * Contract entries as queries. Keys are derived, never written by hand: [name, person, input].
 * Cache first from the device, network second, replaced in place.
 */
export type ReadInput<E extends Endpoint> = Pick<CallInput<E>, 'parts' | 'query' | 'list'>;

/** The row of a list endpoint. */
export type RowOf<E extends Endpoint> = RowOfAnswer<AnswerOf<E>>;

export type { AnswerSource, ListAnswer } from './localAnswer.ts';

const keyOf = (endpoint: Endpoint, input: object) =>
  [endpoint.name, lastSession()?.id ?? lastSession()?.email ?? '', input] as const;

/** Another person's data (findByEmail) is shown and never kept (ACC-17). */
function isOwn(input: ReadInput<Endpoint>): boolean {
  const me = lastSession()?.email.toLowerCase();
  const filters = input.list?.filters;
  const named = [input.query?.['email'], ...(filters?.USER_EMAIL ?? []), ...(filters?.MANAGER_EMAIL ?? [])];
  return me !== undefined && named.every((email) => email === undefined || email.toLowerCase() === me);
}

interface Read<T> {
  ask: (signal: AbortSignal) => Promise<T>;
  /** the start script has asked the server already. */
  started: boolean;
  /** What the device has kept, as an answer. */
  stored: (kept: Kept<T>) => T;
  keep: (hash: string, data: T) => void;
  /** Answers when neither the server can be reached nor anything was stored. */
  fallBack?: (() => Promise<T | null>) | undefined;
}

/**
 * Answers that were under way when what the device has kept was shown: the next reader takes them, while they are
 * fresh.
 */
const underWay = new Map<string, Promise<unknown>>();
const NEW_MS = 2_000;

function taken<T>(hash: string): Promise<T> | undefined {
  const answer = underWay.get(hash) as Promise<T> | undefined;
  underWay.delete(hash);
  return answer;
}

/**
 * Runs a read: the first time from the device if it is there (and then from the server behind it), later from the
 * server.
 */
async function cacheFirst<T extends object>(
  context: QueryFunctionContext,
  own: boolean,
  { ask, started, stored, keep, fallBack }: Read<T>,
): Promise<T> {
  const hash = hashKey(context.queryKey);
  const query = context.client.getQueryCache().get<T>(hash);
  let answer = taken<T>(hash);
  if (own && query?.state.data === undefined) {
    // At a start the server's answer may be here before the device has opened its store: whichever comes first is
    // shown.
    if (started) answer ??= ask(context.signal);
    const onDevice = storedAnswer<T>(hash);
    const kept = await (answer
      ? Promise.race([
          onDevice,
          answer.then(
            () => null,
            () => onDevice,
          ),
        ])
      : onDevice);
    if (kept) {
      if (answer) {
        underWay.set(hash, answer);
        setTimeout(() => underWay.delete(hash), NEW_MS);
      }
      // Once this fetch has settled: the data is as old as it is, and the server is asked behind it, now or when a
      // screen shows it.
      setTimeout(() => {
        if (!query) return;
        query.setState({ dataUpdatedAt: kept.asOf, isInvalidated: true });
        if (query.isActive() || query.getObserversCount() > 0) void query.fetch().catch(() => undefined);
      }, 0);
      return stored(kept);
    }
  }
  try {
    const data = await (answer ?? ask(context.signal));
    if (own) keep(hash, data);
    return data;
  } catch (error) {
    if (own && fallBack && isUnreachable(error) && query?.state.data === undefined) {
      const device = await fallBack();
      if (device) return device;
    }
    throw error;
  }
}

/**
 * Any read as a query; its data is the parsed answer. `fallBack` answers where neither the server nor a stored answer
 * can.
 */
export function readOptions<E extends Endpoint>(
  endpoint: E,
  input: ReadInput<E> = {},
  fallBack?: () => Promise<(AnswerOf<E> & object) | null>,
) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: (context): Promise<AnswerOf<E> & object> =>
      cacheFirst<AnswerOf<E> & object>(context, isOwn(input), {
        ask: (signal) => call(endpoint, { ...input, signal }) as Promise<AnswerOf<E> & object>,
        started: isStarted(() => addressOf(endpoint, input as CallInput)),
        stored: (kept) => kept.data,
        keep: (hash, data) => void keepAnswer(hash, data, Date.now()),
        fallBack,
      }),
  });
}

/** Remembers that the present address asks for this list first: the next cold start asks for it at once. */
export function noteStart(endpoint: Endpoint, input: ReadInput<Endpoint>): void {
  if (isOwn(input)) rememberStart(startAddress(window.location), addressOf(endpoint, input as CallInput));
}

/** A list as a query: one page, whatever its envelope, with its time and where it came from. */
export function listOptions<E extends Endpoint>(endpoint: E, input: ReadInput<E> & { list: Partial<ListQuery> }) {
  type Row = RowOf<E>;
  const own = isOwn(input);
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: (context): Promise<ListAnswer<Row>> =>
      cacheFirst<ListAnswer<Row>>(context, own, {
        started: isStarted(() => addressOf(endpoint, input as CallInput)),
        ask: async (signal) => {
          if (context.client.getQueryCache().get(hashKey(context.queryKey))?.isActive()) noteStart(endpoint, input);
          const answer = await call(endpoint, { ...input, signal }).catch((error: unknown) => {
            if (error instanceof ApiError && !isUnreachable(error)) forgetStart(startAddress(window.location));
            throw error;
          });
          const page = pageOf(answer as Parameters<typeof pageOf<Row>>[0]) as Page<Row>;
          return { ...page, asOf: Date.now(), from: 'network' };
        },
        stored: (kept) => ({ ...kept.data, asOf: kept.asOf, from: 'stored' }),
        keep: (hash, data) => {
          void keepAnswer(hash, data, data.asOf);
          void keepRows(endpoint.name, data.rows, data.asOf, hash);
        },
        // What the filters of every list mean is needed without a network alone; a device that has not kept it says
        // that there is none.
        fallBack: async () => {
          const device = await import('./localAnswer.ts').catch(() => null);
          return device ? device.answerFromDevice<Row>(endpoint, input.list) : null;
        },
      }),
  });
}

/** Makes stale what a success of this endpoint changes. */
export async function invalidate(client: QueryClient, endpoint: Pick<Endpoint, 'invalidates'>): Promise<void> {
  await Promise.all(endpoint.invalidates.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
