import type { ReaderOptions } from 'zxing-wasm/reader';

/** How codes are looked for: thoroughly, as one photo is looked at once. */
export const QR_OPTIONS: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 };
