/** Which addresses the worker answers, and from what. */

/** Addresses that the server answers, and paths that look like a file: never the app's page. */
const NOT_THE_APP: readonly RegExp[] = [
  /^\/api(?:\/|$)/,
  /^\/demo(?:\/|$)/,
  /^\/(?:healthz|readyz|metrics|share-target)$/,
  /\/[^/]+\.[a-z0-9]+$/i,
];

/** Whether a navigation to this path opens the app (SW-2), or is left to the network. */
export const opensTheApp = (path: string): boolean => !NOT_THE_APP.some((pattern) => pattern.test(path));

/**
 * Engines that are too heavy to keep for everybody: the PDF viewer, the decoder of HEIC, the reader of GST codes, what
 * reads bills (its models aside, which the page keeps once somebody uses them: docs/decisions/0040). Their names carry
 * a content hash, so a kept copy is always the right one.
 */
export const isEngine = (path: string): boolean =>
  /^\/assets\/(?:pdf|PdfView|heic|libheif|gst|zxing|reading)[\w.-]*\.(?:m?js|wasm|css)$/.test(path);

/** Screens of a few: kept on the devices where they were opened (docs/decisions/0025). */
export const isRareScreen = (path: string): boolean =>
  /^\/assets\/(?:company|campaigns|tally)[\w-]*\.(?:js|css)$/.test(path);

/** Of these, the work of some: kept where one of them is signed in, opened or not. */
export const DESKS = ['campaigns', 'tally'] as const;
export type Desk = (typeof DESKS)[number];
export const isOfDesk =
  (desk: Desk) =>
  (path: string): boolean =>
    isRareScreen(path) && path.startsWith(`/assets/${desk}`);
