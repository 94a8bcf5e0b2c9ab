/** Vouchers: batches, export, answers, ledgers. Other modules import this file and nothing behind it. */

export { batchFile, TALLY_BATCH } from './batchFile.ts';
export { type Booking, bookingBy, mayBook, writeBatch } from './booking.ts';
export { type BookedClaim, bookedColumns, CANDIDATE, claimsToBook } from './candidatesRepository.ts';
export { batchSnapshot, columnsOf, leaveBatch } from './change.ts';
export { ledgerMappingNow } from './ledgerMappingRepository.ts';
export { bookedAs } from './reading.ts';
export { tallyCalls } from './routes.ts';
export { type PaidClaim, paymentOf } from './voucherXml.ts';
export { vouchersInBatches } from './vouchersRepository.ts';
export { TALLY_TYPE, writeVouchers } from './xml.ts';
