import * as sendParts from '#outbox/sendParts.ts';
import type { Mutant } from './mutant.ts';

/** Bugs that uploads in parts have had, put in from outside (see mutants.ts). */
export const PART_MUTANTS: Readonly<Record<string, Mutant>> = {
  'P12: every try begins at byte 0': {
    env: (env) => ({
      ...env,
      inParts: () =>
        Promise.resolve({
          ...sendParts,
          sendInParts: ({ bill: { uploadUrl: _uploadUrl, ...bill }, ...job }) =>
            sendParts.sendInParts({ ...job, bill }),
        }),
    }),
  },
  'P12: a part is counted before the server has acknowledged it': {
    env: (env) => ({
      ...env,
      fetch: (url, init) => {
        if (init?.method !== 'PATCH') return env.fetch(url, init);
        const offset = Number(new Headers(init.headers).get('Upload-Offset')) + (init.body as Uint8Array).length;
        return env.fetch(url, init).catch(
          () =>
            new Response(null, {
              status: 204,
              headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(offset) },
            }),
        );
      },
    }),
  },
};
