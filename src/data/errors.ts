import { errorAnswer, MESSAGES, type FieldErrors } from '#contract/error.ts';

/**
 * A call that did not succeed, brought to one shape whatever went wrong. `status` 0: no answer of our server arrived.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** The record as it is now on the server, on a conflict. */
  readonly current: unknown;

  constructor(message: string, status: number, code: string, errors: FieldErrors = {}, current: unknown = undefined) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.current = current;
  }
}

const NO_NETWORK = 'NO_NETWORK';
const CAPTIVE_PORTAL = 'CAPTIVE_PORTAL';
export const UNEXPECTED = 'UNEXPECTED';

export const noNetwork = (): ApiError =>
  new ApiError('No network. Please try again when you are online.', 0, NO_NETWORK);
/** Something answered, but not our server: a Wi-Fi's login page, a proxy's own page. */
export const captivePortal = (status: number): ApiError =>
  new ApiError(
    'This network wants you to sign in first, or our server is not answering.',
    status >= 500 ? status : 0,
    CAPTIVE_PORTAL,
  );

/** Who asked is not who is here now (P14). */
export const anotherPerson = (): ApiError =>
  new ApiError('Somebody else has signed in on this device.', 409, 'WRONG_USER');

/** True when nobody refused anything: the call may be answered from the device, or tried again later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Reads a refusal (message, errorMessage or error; beside it code, errors and current). */
export function refusalOf(status: number, body: unknown): ApiError {
  const parsed = errorAnswer.safeParse(body);
  if (parsed.success)
    return new ApiError(parsed.data.message, status, parsed.data.code, parsed.data.errors ?? {}, parsed.data.current);
  const loose = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const message = [loose['message'], loose['errorMessage'], loose['error']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return new ApiError(
    status === 401 ? MESSAGES.unauthenticated : typeof message === 'string' ? message : 'Error',
    status,
    UNEXPECTED,
  );
}

/** The message for a person, whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Error';
