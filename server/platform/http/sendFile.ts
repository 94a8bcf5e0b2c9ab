import { Readable } from 'node:stream';
import { signedFile } from '#contract/calls/sheets.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { isSigned } from '#server/platform/secrets/signedAddress.ts';
import { serve, type Call, type Served } from './endpoints.ts';
import type { Services } from './services.ts';

/** A file that is written while it is sent. */
export interface MadeFile {
  name: string;
  type: string;
  bytes: AsyncIterable<Uint8Array | string>;
}

/** A Content-Disposition by RFC 6266: a plain name for old readers, the real one beside it. */
export function dispositionOf(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** Sends a file that is written while it is sent, to be kept under its name. */
export function sendFile({ reply }: Pick<Call, 'reply'>, file: MadeFile): unknown {
  return reply
    .type(file.type)
    .header('content-disposition', dispositionOf(file.name, 'attachment'))
    .send(Readable.from(file.bytes, { objectMode: false }));
}

/** Makes the file of a signed address; null when there is none. */
export type FileMaker = (services: Services, id: string) => Promise<MadeFile | null>;

/** The addresses that are good without a token. `makers`: by what an address is of, as modules register them. */
export const signedFileCalls = (services: Services, makers: ReadonlyMap<string, FileMaker>): Served[] => [
  serve(signedFile, async (call) => {
    const { what, id } = call.request.params as { what: string; id: string };
    const { expires = '', signature = '' } = call.query;
    // What this server did not sign, and what is too old, is not there.
    const file = isSigned(services, what, id, expires, signature) ? await makers.get(what)?.(services, id) : null;
    if (!file) throw notFound();
    return sendFile(call, file);
  }),
];
