const codes = new WeakMap<File, string>();

/** The camera saw this signed code while the bill was shot: the photo itself may be too far away to show it (GST-11). */
export const keepSeenCode = (file: File, code: string): void => void codes.set(file, code);

/** The signed code that the camera saw with this file, not verified. */
export const seenCodeOf = (file: File): string | undefined => codes.get(file);
