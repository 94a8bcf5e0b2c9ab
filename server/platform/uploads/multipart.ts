import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MESSAGES } from '#contract/error.ts';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { malformed, Refusal, refusalOf } from '#server/platform/base/errors.ts';

/**
 * What a multipart body may weigh beside its file, and how much of a file too large is still received, so that its
 * sender reads the answer.
 */
const ENVELOPE_BYTES = 16_384;
const RECEIVED_TIMES = 4;
const ONE_FILE = 'One file at a time, in the field "file".';

/** What a file must be smaller than, and what is said of a larger one. */
interface FileLimit {
  bytes: number;
  message: string;
}
const USUAL: FileLimit = { bytes: FILE_BYTES_LIMIT, message: MESSAGES.fileTooLarge };

const tooLarge = ({ message }: FileLimit): Refusal => new Refusal('FILE_TOO_LARGE', message);

/** Makes a scope take multipart bodies and no others. */
export async function takeFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    limits: { fileSize: FILE_BYTES_LIMIT, files: 1, fields: 0, parts: 2, headerPairs: 20 },
    throwFileSizeLimit: false,
  });
}

/**
 * Ends the connection when more comes than is worth receiving: what is refused is not read to its end
 * (Z43).
 */
function watch(request: FastifyRequest, reply: FastifyReply, limit: FileLimit): Promise<never> {
  return new Promise((_resolve, reject) => {
    let received = 0;
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= RECEIVED_TIMES * limit.bytes) return;
      reply.header('connection', 'close');
      reject(tooLarge(limit));
    });
  });
}

/** A file's bytes while they fit, else only how far it went; read to its end either way. */
async function collect(file: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size < most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size < most ? Buffer.concat(chunks) : null;
}

/** All that goes wrong while parts are read is the sender's body: cut off, or no multipart at all. */
async function readParts(request: FastifyRequest, limit: FileLimit): Promise<{ bytes: Buffer; name: string }> {
  try {
    return await onlyPart(request, limit);
  } catch (error) {
    throw refusalOf(error) ?? malformed('The upload is broken off or cannot be read.', 'file');
  }
}

async function onlyPart(request: FastifyRequest, limit: FileLimit): Promise<{ bytes: Buffer; name: string }> {
  let found: { bytes: Buffer | null; name: string } | undefined;
  for await (const part of request.parts({ limits: { fileSize: limit.bytes } })) {
    if (part.type !== 'file' || part.fieldname !== 'file' || found) throw malformed(ONE_FILE, 'file');
    const bytes = await collect(part.file, limit.bytes);
    found = { bytes: part.file.truncated ? null : bytes, name: part.filename };
  }
  if (!found) throw malformed(ONE_FILE, 'file');
  if (found.bytes === null) throw tooLarge(limit);
  return { bytes: found.bytes, name: found.name };
}

/**
 * Reads the one part named `file` of an upload (Z43, Z55). Never holds more than a file's limit in memory,
 * and nothing on disk.
 */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  limit = USUAL,
): Promise<{ bytes: Buffer; name: string }> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > RECEIVED_TIMES * limit.bytes + ENVELOPE_BYTES) {
    reply.header('connection', 'close');
    throw tooLarge(limit);
  }
  if (!request.isMultipart()) throw new Refusal('UNSUPPORTED_CONTENT', 'An upload is multipart/form-data.');
  const parts = readParts(request, limit);
  // The loser of the race has no reader.
  parts.catch(() => undefined);
  return Promise.race([parts, watch(request, reply, limit)]);
}
