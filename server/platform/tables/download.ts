import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { REPORT_FORMATS, REPORT_TYPES, type ReportFormat } from '#contract/report.ts';
import { malformed, Refusal } from '#server/platform/base/errors.ts';
import { holdHeapSmall } from '#server/platform/base/smallHeap.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Call } from '#server/platform/http/endpoints.ts';
import { accepts } from '#server/platform/http/request.ts';
import { dispositionOf } from '#server/platform/http/sendFile.ts';
import { writeCsv } from './csv.ts';
import type { Table } from './table.ts';
import { writeXlsx } from './xlsx.ts';

/** A file that is written while it is read. Its consumer reads `bytes` to the end or returns the iterator. */
export interface Report {
  fileName: string;
  type: string;
  bytes: AsyncGenerator<Uint8Array>;
}

/** The format of a query; CSV unless said. */
export function parseFormat(text: string | undefined): ReportFormat {
  const format = REPORT_FORMATS.find((each) => each === (text ?? 'csv'));
  if (!format) throw malformed('Bad value for format.', 'format');
  return format;
}

/** Has the first batch read, so that what is wrong is a refusal and not half a file. */
async function begun<T>(batches: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await batches.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* batches;
  })();
}

/** Rows as a file; `name` without its ending. */
export async function reportOf<Row>(
  name: string,
  format: ReportFormat,
  table: Omit<Table<Row>, 'batches'> & { batches: AsyncGenerator<readonly Row[]> },
): Promise<Report> {
  const whole: Table<Row> = { ...table, batches: await begun(table.batches) };
  const bytes = format === 'csv' ? writeCsv(whole) : writeXlsx(whole);
  return { fileName: `${name}.${format}`, type: REPORT_TYPES[format], bytes };
}

/** Reports that one person may have made at the same time. */
const AT_ONCE = 2;
/** A client that reads nothing of a report for this long is gone. */
const PATIENCE = 60_000;
/** How long the heap is held small for a report that is not read on: it is made as fast as a link takes it. */
const HELD_UNREAD = 1_000;
const ZIP_LEVEL = 4;

/** Holds the heap small while something is made, whether or not it was held before. */
function heldHeap(): { hold: () => void; letGo: () => void } {
  let release: (() => void) | undefined;
  return {
    hold: () => (release ??= holdHeapSmall()),
    letGo: () => {
      release?.();
      release = undefined;
    },
  };
}
type HeldHeap = ReturnType<typeof heldHeap>;

/**
 * The bytes as a stream that releases the report when its reader disconnects or stalls, and the heap whenever its
 * reader has enough for now.
 */
function streamOf(
  bytes: AsyncGenerator<Uint8Array>,
  { ended, heap, patience }: { ended: () => void; heap: HeldHeap; patience: number },
): Readable {
  async function* watched(): AsyncGenerator<Uint8Array> {
    let waiting: NodeJS.Timeout | undefined;
    let unread: NodeJS.Timeout | undefined;
    try {
      for await (const piece of bytes) {
        waiting = setTimeout(() => stream.destroy(new Error('The reader of a report stands still')), patience);
        unread = setTimeout(heap.letGo, HELD_UNREAD);
        yield piece;
        clearTimeout(waiting);
        clearTimeout(unread);
        heap.hold();
      }
    } finally {
      clearTimeout(waiting);
      clearTimeout(unread);
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  stream.once('close', ended);
  return stream;
}

/** Sends the report that `make` makes of a call. */
export type SendReport = (
  call: Call,
  context: Context,
  make: (format: string | undefined) => Promise<Report>,
) => Promise<unknown>;

/** Reports that are written while they are sent, two at once a person (REP-2). `patience`: for tests. */
export function reportSender(patience = PATIENCE): SendReport {
  const running = new Map<string, number>();
  return async ({ request, reply, query }, context, make) => {
    const { id } = context.actor;
    const count = running.get(id) ?? 0;
    if (count >= AT_ONCE)
      throw new Refusal('RATE_LIMITED', 'Your other reports are still being made. Please wait for them.', {
        retryAfter: 5,
      });
    running.set(id, count + 1);
    const heap = heldHeap();
    heap.hold();
    const ended = (): void => {
      heap.letGo();
      const left = (running.get(id) ?? 1) - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
    };
    const report = await make(query['format']).catch((error: unknown) => {
      ended();
      throw error;
    });
    reply
      .type(report.type)
      .header('content-disposition', dispositionOf(report.fileName, 'attachment'))
      .header('vary', 'accept-encoding');
    const stream = streamOf(report.bytes, { ended, heap, patience });
    // A workbook is compressed already.
    if (report.type === REPORT_TYPES.xlsx || !accepts(request, 'gzip')) return reply.send(stream);
    const zip = createGzip({ level: ZIP_LEVEL });
    pipeline(stream, zip, () => undefined);
    return reply.header('content-encoding', 'gzip').send(zip);
  };
}
