import type * as z from 'zod/mini';
import type { RecordKind } from './enums.ts';

/**
 * May the call wait in the outbox (`queue`), does it need the network now (`online`), or does it only read (`read`)?
 */
type OfflineClass = 'queue' | 'online' | 'read';

/** One call of the wire, all of it in one entry (WIRE-1). */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Which base address of the configuration its path follows; `expense` unless said. */
  readonly base?: 'auth' | 'file';
  /** Path with `:name` for its parts, without a trailing slash. */
  readonly path: string;
  /** One message for the documentation. */
  readonly summary: string;
  /** Query parameters with one fixed value; calls that share a path differ by them. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Further query parameters it reads. Only those named in `required` must be there. */
  readonly params?: readonly string[];
  readonly required?: readonly string[];
  /** Takes pageSize, pageNumber, filter and sort. */
  readonly list?: boolean;
  /** What the rows of a list of trips or claims are; `record` is one of any kind, with its kind. */
  readonly rows?: RecordKind | 'record' | 'pendingRecord' | 'tripWithClaims';
  /** Further headers it reads, by their names in `HEADERS`. */
  readonly headers?: readonly ('nonceVerifier' | 'deviceId')[];
  /** It is asked with the cookies of this origin; no other call is. */
  readonly cookies?: true;
  /** `public`: nothing is asked for. `key`: another program's own key in `x-api-key`, and no session. */
  readonly access: 'public' | 'session' | 'key';
  /**
   * It reveals or changes so much that a sign-in of long ago is not enough for it (SES-44). Files and changes of the
   * organisation say it either way.
   */
  readonly recentSignIn?: boolean;
  /** Who has left may ask it, by the link for that (ORG-42). No other call answers such a session. */
  readonly leaver?: true;
  /** `json` unless said. `part`: bytes of a file by the tus protocol, or none. */
  readonly bodyType?: 'json' | 'octet' | 'file' | 'part';
  readonly body?: z.ZodMiniType;
  /** The field of the body that names the files that go with it; `billUrl` unless said. */
  readonly files?: string;
  readonly answer: z.ZodMiniType;
  /** Answers bytes of these types in place of JSON; `answer` then describes nothing that is parsed. */
  readonly bytes?: readonly string[];
  readonly offline: OfflineClass;
  /** How many milliseconds the page waits for the whole answer; 30 seconds unless said. */
  readonly timeout?: number;
  /** The call that changes the record which this one creates, even while the create is on its way. */
  readonly changedBy?: Pick<Endpoint, 'name' | 'method' | 'path' | 'fixed'>;
  /**
   * Page whose form opens a waiting entry of this call again, with `?edit=<entry id>`; `:about` is the record that the
   * entry is about. `null`: there is nothing in it to edit. A call without one is a decision.
   */
  readonly editPath?: string | null;
  /** Withdraws a record. */
  readonly withdraws?: boolean;
  /** Leaves the record's decision pending. */
  readonly keepsPending?: boolean;
  /** Names of the reads that a success makes stale (WIRE-2). */
  readonly invalidates: readonly string[];
}

/** The only way to write an entry: keeps its literal types, and refuses one without an offline class. */
export const endpoint = <const E extends Endpoint>(entry: E): E => entry;

export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.infer<E['body']> : undefined;

/**
 * Fills the path's parts and the query, all of it escaped (WIRE-4): `parts` for `:name`, `query` for the rest, `list`
 * an encoded list query.
 */
export function urlOf(
  entry: Pick<Endpoint, 'path' | 'fixed'>,
  input: { parts?: Record<string, string>; query?: Record<string, string | undefined>; list?: string } = {},
): string {
  const path = entry.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(input.parts?.[name] ?? ''));
  const pairs: string[] = input.list ? [input.list] : [];
  for (const [key, value] of Object.entries({ ...input.query, ...entry.fixed })) {
    if (value !== undefined) pairs.push(`${key}=${encodeURIComponent(value)}`);
  }
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
