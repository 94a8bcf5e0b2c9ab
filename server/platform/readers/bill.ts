import { withoutPosition } from '#domain/photoPosition.ts';
import { judgePdf, type PdfVerdict } from './pdfContent.ts';
import { hasEnd } from './ends.ts';
import { decodeHeic } from './heic.ts';
import { decodePicture } from './picture.ts';
import type { AnswerTo, BillFault, Question } from './tasks.ts';

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const PDF_FAULTS: Readonly<Record<PdfVerdict, BillFault | null>> = {
  fine: null,
  active: 'active',
  protected: 'protected',
  tooLong: 'pages',
  broken: 'broken',
};

/** What is wrong with a bill of that type; null when it is what it says. */
async function faultOf({ bytes, type }: Question<'bill'>): Promise<BillFault | null> {
  const file = bufferOf(bytes);
  if (!hasEnd(type, file)) return 'broken';
  if (type === 'application/pdf') return PDF_FAULTS[await judgePdf(file)];
  return type === 'image/heic' ? decodeHeic(file) : decodePicture(file);
}

/** Judges a bill, and takes out of a picture where it was taken (S1, S2, S9, S18). */
export async function readBill(question: Question<'bill'>): Promise<AnswerTo<'bill'>> {
  const fault = await faultOf(question);
  if (fault !== null) return { fault };
  return question.type === 'application/pdf' ? { fault, shown: null } : readPosition(question);
}

/** Takes out of a picture where it was taken. */
export function readPosition({ bytes }: Question<'position'>): AnswerTo<'position'> {
  try {
    return { fault: null, shown: withoutPosition(bytes) };
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'broken' };
    throw error;
  }
}
