import { idHash } from '#storage/person.ts';
import { SNAPSHOTS } from '#storage/schema.ts';
import { cipherOf, unseal, type Ring } from '#storage/vault.ts';
import type { TreeNode } from './tree.ts';

/**
 * What a start page showed last, kept sealed in the device's store under `start/<path>`, and drawn at the next start
 * before the app's code is there (P22).
 */
export interface Snapshot {
  /** The build that drew it: another one's styles do not fit. */
  build: string;
  /** Hash of the session's token: it is drawn in the very session in which it was taken, and in no other. */
  session: string;
  /** Width of the page in CSS pixels: at another one the page is laid out anew. */
  width: number;
  /** Whether something that waits on this device stands in it. */
  waiting: boolean;
  /** Addresses of the style sheets that it was shown with. */
  styles: readonly string[];
  nodes: readonly TreeNode[];
}

/** What a sheet of the build is called: nothing else is loaded for a snapshot. */
export const STYLES = /^\/assets\/[\w.-]+\.css$/;

/** Where it lies in `meta` of the device's store. */
export const snapshotKey = (path: string): string => SNAPSHOTS + path.slice(1);

/** A token as a snapshot names it: 32 hex digits that do not tell it. */
export const sessionHash = (token: string): Promise<string> => idHash(`session:${token}`);

/** Which page this is, as a snapshot must have been taken of it. */
export type Taken = Pick<Snapshot, 'build' | 'session' | 'width'>;

/** The snapshot, if it can be opened with these keys and was taken of this page; null otherwise. */
export async function openSnapshot(sealed: unknown, key: string, ring: Ring, now: Taken): Promise<Snapshot | null> {
  const kept = (await unseal(cipherOf(ring), sealed as ArrayBuffer, key).catch(() => null)) as Snapshot | null;
  return kept && kept.build === now.build && kept.session === now.session && kept.width === now.width ? kept : null;
}
