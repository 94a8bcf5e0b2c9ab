import type { PrecacheEntry } from 'workbox-precaching';
import { isEngine, isOfDesk, isRareScreen, type Desk } from './addresses.ts';

/** A file of the build, and its length; `first`: an offline start needs it. The manifest of the app has no length. */
export type KeptFile = PrecacheEntry & { bytes?: number; first?: boolean };
const pathOf = ({ url }: KeptFile): string => `/${url.replace(/^\//, '')}`;

/** Bytes of a file of this build as it was built, by its path; 0 where that is not known. */
export type LengthOf = (path: string) => number;
export const lengthsOf = (files: readonly KeptFile[]): LengthOf => {
  const lengths = new Map(files.map((file) => [pathOf(file), file.bytes ?? 0]));
  return (path) => lengths.get(path) ?? 0;
};

/** The heavy files of this build, by their paths: not fetched beside the app, but when there is time. */
export const enginesOf = (files: readonly KeptFile[]): string[] => files.map(pathOf).filter(isEngine);

/** The screens of a desk in this build, by their paths. */
export const deskScreensOf =
  (files: readonly KeptFile[]) =>
  (desk: Desk): string[] =>
    files.map(pathOf).filter(isOfDesk(desk));

/**
 * Which files are kept before the worker is at work: on the first visit what an offline start needs (SW-4), at an
 * update all: nothing that opened may stop opening (SW-1).
 */
export const filesToInstall = <F extends KeptFile>(files: readonly F[], isUpdate: boolean): F[] =>
  files.filter((file) => {
    const path = pathOf(file);
    return !isEngine(path) && !isRareScreen(path) && (isUpdate || file.first === true);
  });
