import { ERROR_STATUS, MESSAGES, type ErrorAnswer, type ErrorCode, type FieldErrors } from '#contract/error.ts';

export interface RefusalDetails {
  /** Field by field, for a form. */
  errors?: FieldErrors | undefined;
  /** The current record, when it has changed meanwhile. */
  current?: unknown;
  /** Why, for the audit log alone: the client is not told. */
  logged?: string;
  /** Seconds after which the same request may be tried again. */
  retryAfter?: number | undefined;
}

/** A request that is understood and refused. Thrown anywhere; becomes the envelope of every refusal (WIRE-3). */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  get answer(): ErrorAnswer {
    const { errors, current } = this.details;
    return {
      success: false,
      message: this.message,
      code: this.code,
      ...(errors && { errors }),
      ...(current !== undefined && { current }),
    };
  }
}

/** `logged`: why, for the audit log alone. */
export const unauthenticated = (logged?: string): Refusal =>
  new Refusal('UNAUTHENTICATED', MESSAGES.unauthenticated, logged === undefined ? {} : { logged });
export const forbidden = (message: string = MESSAGES.forbidden, details: RefusalDetails = {}): Refusal =>
  new Refusal('FORBIDDEN', message, details);
export const notFound = (): Refusal => new Refusal('NOT_FOUND', MESSAGES.nothingHere);
/** A query that is wrong: names the key (LIST-2). */
export const malformed = (message: string, key?: string): Refusal =>
  new Refusal('MALFORMED', message, key === undefined ? {} : { errors: { [key]: message } });
export const invalidRequest = (message: string, errors: FieldErrors): Refusal =>
  new Refusal('INVALID', message, { errors });

/**
 * What was to be changed is not as the caller saw it (LOC-17); the current record is included where the caller may see
 * it.
 */
export const movedOn = (code: 'VERSION_CONFLICT' | 'CONFLICT', details: RefusalDetails = {}): Refusal =>
  new Refusal(code, 'This was changed in the meantime.', details);

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The code that the driver or the operating system gave an error; '' where it has none. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * True when something unique is there already: the key of a creation, or what follows from it, the record's id, its
 * bills, its first audit row.
 */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505';

/** What the driver says of a link that broke, for which it has no code. */
const CONNECTION_LOST = [
  /connection terminated/i,
  /timeout exceeded when trying to connect/i,
  /^timeout expired$/i,
  /client has encountered a connection error/i,
  /not queryable/i,
  /query read timeout/i,
];

/** True when the link to the database broke: whether the last statement took effect is not known. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  // 08: connection; 57P01 to 57P03: the server is stopping or starting; 25006: a former primary that only reads.
  if (UNREACHABLE.has(code) || code.startsWith('08') || code.startsWith('57P0') || code === '25006') return true;
  return error instanceof Error && CONNECTION_LOST.some((words) => words.test(error.message));
}

const TOO_LARGE = 'The request is too large.';

/** What the web framework itself refuses, by its code. */
const FRAMEWORK: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', TOO_LARGE],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_CONTENT', 'This content type is not supported.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['MALFORMED', 'The body is shorter or longer than it says.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_CONTENT', 'An upload is multipart/form-data.'],
  FST_FILES_LIMIT: ['MALFORMED', 'One file at a time, in the field "file".'],
  FST_PARTS_LIMIT: ['MALFORMED', 'One file at a time, in the field "file".'],
  FST_FIELDS_LIMIT: ['MALFORMED', 'One file at a time, in the field "file".'],
  FST_PROTO_VIOLATION: ['MALFORMED', 'One file at a time, in the field "file".'],
  FST_REQ_FILE_TOO_LARGE: ['FILE_TOO_LARGE', MESSAGES.fileTooLarge],
};

/** PostgreSQL and the operating system, by their codes. */
const MACHINERY: Readonly<Record<string, () => Refusal>> = {
  // A lock that somebody held for longer than anybody waits.
  '55P03': () => unavailable(),
  '40001': () => unavailable(),
  '40P01': () => unavailable(),
  '53300': () => unavailable(),
  // A statement that took longer than any may (or was called off): nothing of it is kept.
  '57014': () => unavailable(),
  '53100': () => storageFull(),
  ENOSPC: () => storageFull(),
  EDQUOT: () => storageFull(),
  // A text that the database cannot hold got past the checks: the sender's doing, not a fault here.
  '22021': () => malformed('The text holds characters that cannot be stored.'),
};

export const unavailable = (message = 'The service is busy. Please try again in a moment.'): Refusal =>
  new Refusal('UNAVAILABLE', message, { retryAfter: 2 });
const storageFull = (): Refusal =>
  new Refusal('STORAGE_FULL', 'The server has no space left. Nothing was changed; please try again later.', {
    retryAfter: 60,
  });

/** A bill or ticket that was cleared away, being on no record, while somebody was putting it on one. */
const FILES_OF_RECORDS: ReadonlySet<unknown> = new Set(['claim_bills_file_hash_fkey', 'trip_tickets_file_hash_fkey']);
export const fileGone = (): Refusal =>
  new Refusal('FILE_GONE', 'A bill is no longer on the server. Please upload it again.');

/** The refusal for a known error, or null for an unexpected one (500, no detail). */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  const framework = FRAMEWORK[code];
  if (framework) return new Refusal(...framework);
  const machinery = MACHINERY[code];
  if (machinery) return machinery();
  if (typeof error === 'object' && error !== null && 'constraint' in error && FILES_OF_RECORDS.has(error.constraint))
    return fileGone();
  // It may have been committed, but is not known to be on the disk: the client repeats it under the same key.
  if (isConnectionLost(error) || (error instanceof Error && error.name === 'DiskFailed')) return unavailable();
  // What would have kept this process from starting, such as a replaced key, is mended by who runs it, not by the user.
  if (error instanceof StartupError) return unavailable();
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return malformed('The request cannot be read.');
  return null;
}

/**
 * The server cannot start, or found later what would have kept it from starting; `message` explains it to the person
 * who started it. The catcher prints `message` alone, without a stack trace, and exits with a non-zero code.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
