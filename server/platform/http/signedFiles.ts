import { signedFile } from '#contract/calls/sheets.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { isSigned } from '#server/platform/secrets/signedAddress.ts';
import { serve, type Served } from './endpoints.ts';
import { sendFile, type MadeFile } from './sendFile.ts';
import type { Services } from './services.ts';

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
