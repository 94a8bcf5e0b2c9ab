import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';

/** Makes a scope take bytes of uploads, unread. */
export function takeParts(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/offset+octet-stream',
    { bodyLimit: FILE_BYTES_LIMIT },
    (_request, payload, done) => done(null, untilCut(payload)),
  );
}

/**
 * A body as far as it comes: where the connection breaks, it ends. What has come is taken in at once, as a stream that
 * fails throws away what nobody has read yet, and that was paid for. Never more than one file.
 */
function untilCut(payload: Readable): Readable {
  const taken = new PassThrough();
  let size = 0;
  payload.on('data', (bytes: Buffer) => {
    size += bytes.length;
    if (size <= FILE_BYTES_LIMIT) taken.write(bytes);
    else payload.destroy();
  });
  for (const end of ['end', 'error', 'close']) payload.on(end, () => taken.end());
  return taken;
}
