/** Vouchers: batches, export, answers, ledgers. */

export { batchFile, TALLY_BATCH, paymentOf, type PaidClaim } from './batchFile.ts';
export { type Booking, bookingBy, mayBook, writeBatch } from './booking.ts';
export { batchSnapshot, columnsOf, leaveBatch } from './change.ts';
export { bookedAs } from './reading.ts';
export { type BookedClaim, bookedColumns, CANDIDATE, claimsToBook } from './repository/candidates.ts';
export { ledgerMappingNow } from './repository/ledgerMapping.ts';
export { vouchersInBatches } from './repository/vouchers.ts';
export { tallyCalls } from './routes.ts';
export { TALLY_TYPE, writeVouchers } from './xml.ts';
