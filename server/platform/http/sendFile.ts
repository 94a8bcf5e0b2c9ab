import { Readable } from 'node:stream';
import type { Call } from './endpoints.ts';

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
