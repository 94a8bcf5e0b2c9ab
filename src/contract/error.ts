import * as z from 'zod/mini';

/** Codes of a refusal and the status each goes with (WIRE-3). */
export const ERROR_STATUS = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  SIGN_IN_AGAIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  VERSION_CONFLICT: 409,
  IN_PROGRESS: 409,
  FILE_GONE: 409,
  WRONG_USER: 409,
  FILE_TOO_LARGE: 413,
  UPLOAD_ALLOWANCE: 413,
  CREATION_ALLOWANCE: 413,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_FILE: 415,
  UNSUPPORTED_CONTENT: 415,
  INVALID: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  CLIENT_TOO_OLD: 426,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export type FieldErrors = Record<string, string>;

/** The body of every refusal. `current`: the current record, on a conflict of versions or states. */
export const errorAnswer = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  requestId: z.optional(z.string()),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** Messages of both server and client. */
export const MESSAGES = {
  unauthenticated: 'Authentication failed!',
  ownRequest: 'You cannot decide your own request.',
  decidedBefore: 'You decided this request before. Somebody else must take the next step.',
  fileTooLarge: 'Please upload file less then 2MB.',
  checkForm: 'Please check form errors!',
  beingSent: 'It is being sent now. Try again in a moment.',
  contentNotFound: 'Content not found',
  clientTooOld: 'This version of the app is too old. Update it to go on: what is not sent yet stays on this phone.',
  notSetUp: 'Your account is not set up. Ask your administrator.',
  nothingHere: 'Nothing here, or not yours',
  more: 'There are more than are shown here.',
  geolocationUnsupported: 'Please Enable Geo Location',
  forbiddenTitle: '403 - Forbidden',
  forbidden: 'You do not have permission to access this page.',
} as const;
