import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StartupError } from '#server/platform/base/errors.ts';
import type * as s3Sdk from './s3Sdk.ts';

/** The object store did not do as asked after several tries. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Mapped to 503, try again. */
  readonly code = 'ETIMEDOUT';
}

const ATTEMPTS = 5;
/** Milliseconds that an attempt may take: a part of a large file on a slow link included. */
const TIMEOUT = 25_000;

/** An address of a store and the setting that holds it, which messages name. */
export interface S3Address {
  setting: 'FILES_URL' | 'BACKUP_URL';
  url: string;
}

function readAddress({ setting, url: text }: S3Address): { url: URL; endpoint: string; region: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.host === '')
    throw new StartupError(`${setting} is not an address such as s3://bucket?endpoint=https://host&region=name.`);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw new StartupError(`The endpoint in ${setting} is not an address: ${endpoint}`);
  return { url, endpoint: endpoint.replace(/\/+$/, ''), region };
}

export type S3Variables = Readonly<Record<string, string | undefined>>;
type Sdk = typeof s3Sdk;
type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** The keys of the environment; undefined: the machine's own role, where the address says `credentials=role`. */
function keysOf(setting: string, url: URL, variables: S3Variables): Keys | undefined {
  if (url.searchParams.get('credentials') === 'role') return undefined;
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = variables;
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError(
      `${setting} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ` +
        'or credentials=role in it for the role of the machine.',
    );
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException> | null)?.$metadata?.httpStatusCode;

/** A store of objects that answers, or throws `StoreUnavailable`. */
export interface S3 {
  bucket: string;
  /** What follows the bucket in the address, without slashes around it. */
  prefix: string;
  /** Runs a request. An answer with one of these statuses is `null`; what fails for good is `StoreUnavailable`. */
  ask<Answer>(
    run: (client: S3Client, sdk: Sdk) => Promise<Answer>,
    ...expected: readonly number[]
  ): Promise<Answer | null>;
}

/** Opens the store at this address; the SDK is loaded with the first request. Throws `StartupError`. */
export function openS3(address: S3Address, variables: S3Variables, timeout = TIMEOUT): S3 {
  const { url, endpoint, region } = readAddress(address);
  const credentials = keysOf(address.setting, url, variables);
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = (): NonNullable<typeof opened> =>
    (opened ??= import('./s3Sdk.ts').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        endpoint,
        region,
        ...(credentials && { credentials }),
        forcePathStyle: true,
        maxAttempts: ATTEMPTS,
        // Each upload brings the checksum that is its name; stores that are not Amazon's know no others.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { requestTimeout: timeout, connectionTimeout: timeout, throwOnRequestTimeout: true },
      }),
    })));
  return {
    bucket: url.host,
    prefix: url.pathname.replace(/^\/+/, '').replace(/\/+$/, ''),
    ask: async (run, ...expected) => {
      const { client, sdk } = await open();
      try {
        return await run(client, sdk);
      } catch (error) {
        const status = statusOf(error);
        if (status !== undefined && expected.includes(status)) return null;
        if (error instanceof StoreUnavailable) throw error;
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        // The store's own code, such as AccessDenied or RequestTimeTooSkewed, or what became of the connection.
        throw new StoreUnavailable(`The file store did not do as asked (${status ?? 'no answer'} ${name}): ${message}`);
      }
    },
  };
}
