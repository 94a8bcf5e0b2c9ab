/** Names on the wire that page, worker and server write alike. No schema: what starts first reads them too. */

export const TOKEN_COOKIE = 'admin-auth-token';
export const LAT_LONG_COOKIE = 'lat-long';
export const ORGANISATION_COOKIE = 'organisationId';
export const COOKIE_DAYS = 400;
export const PLATFORM = 'WEB_SITE';

/** Request headers, in the spelling of the wire. */
export const HEADERS = {
  token: 'token',
  platform: 'platform',
  latitude: 'latitude',
  longitude: 'longitude',
  organisation: 'organisationId',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  ifMatch: 'If-Match',
  clientVersion: 'client-version',
  /** Random id of this device, made once; the secret that seals what waits there is per person and device. */
  deviceId: 'device-id',
  /** Of an answer: another one than before means that the database was restored from a backup (X58). */
  dbEpoch: 'X-Db-Epoch',
  /** On a create sent again after that: the id that its record had. */
  recordId: 'record-id',
  /** Beside it: the `receipt` of the answer that made the record (TM-5). */
  recordReceipt: 'record-receipt',
  /**
   * On a queued change: when it was saved on the device, by the server's clock as the device knew it; epoch
   * milliseconds (TM-2).
   */
  savedAt: 'saved-at',
  /**
   * Of an answer: the server's own word for what time it was. On a queued change: the last such word before it was
   * saved (TM-2).
   */
  heardAt: 'heard-at',
  /** E-mail of the person a queued change belongs to; another person's session refuses it as WRONG_USER. */
  account: 'account',
  /** Of the tus protocol, by which an upload goes on where it was. */
  tusResumable: 'Tus-Resumable',
  uploadLength: 'Upload-Length',
  uploadOffset: 'Upload-Offset',
  uploadMetadata: 'Upload-Metadata',
  uploadExpires: 'Upload-Expires',
  /**
   * Stable id of the person a request is made for; the answer of a session's call names whose it is under the same name
   * (P14).
   */
  personId: 'person-id',
  /**
   * With googlelogin/v2: what this page keeps; the `nonce` of its ID token is the base64url SHA-256 of it (SES-25). 43
   * to 128 of A-Z a-z 0-9 _ -.
   */
  nonceVerifier: 'nonce-verifier',
  /** The key of a program that hands in records, such as the sales app. */
  apiKey: 'x-api-key',
} as const;
