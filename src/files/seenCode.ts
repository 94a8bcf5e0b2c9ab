const codes = new WeakMap<File, string>();

/** The camera saw this signed code when the bill was shot: the photo itself may show it too small (GST-11). */
export const keepSeenCode = (file: File, code: string): void => void codes.set(file, code);

/** The signed code that the camera saw with this file, not verified. */
export const seenCodeOf = (file: File): string | undefined => codes.get(file);
