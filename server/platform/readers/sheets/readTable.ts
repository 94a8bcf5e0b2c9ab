import { invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { readers } from '../pool.ts';
import { SheetFailed, unpackRows, type SheetFault, type SheetRow } from './packed.ts';
import { readSheetInParts, type SheetLimits } from './readSheet.ts';

const FAULTS: Readonly<Record<SheetFault, string>> = {
  foreign: 'This is neither a CSV nor an XLSX file.',
  protected: 'This file is protected, or of an older Excel. Please save it as XLSX without a password.',
  large: 'This sheet is too large to be read. Please save it as CSV.',
  broken: 'This file is broken. Please choose it again.',
};

/** A container of files, as XLSX is one, or of an older Excel. */
const isWorkbook = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return head === 'PK\u0003\u0004' || head === '\u00d0\u00cf\u0011\u00e0';
};

/**
 * The rows of a CSV file or of a workbook's first sheet, told apart by their content, part by part; one more than
 * `rows` at the most. It is read in the pool (Z48, S1). Throws a refusal that says what is wrong with the file.
 */
export async function readTable(
  bytes: Uint8Array,
  limits: SheetLimits & { chars: number },
): Promise<AsyncGenerator<SheetRow[]>> {
  // Ten megabytes of text take a slow machine some seconds.
  const how = { patience: 20_000 };
  if (!isWorkbook(bytes)) {
    const answer = await readers().read('csv', { bytes, ...limits }, how);
    if (answer.message !== null) throw invalidRequest(answer.message, { file: answer.message });
    return unpackRows(answer.parts);
  }
  return readSheetInParts(bytes, limits, how).catch((error: unknown) => {
    if (!(error instanceof SheetFailed)) throw error;
    throw new Refusal(error.fault === 'large' ? 'FILE_TOO_LARGE' : 'UNSUPPORTED_FILE', FAULTS[error.fault]);
  });
}
