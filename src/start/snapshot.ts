import { cipherOf, keyOf, seal, unseal } from '#storage/vault.ts';
import { readLocal, SNAPSHOTS, writeLocal } from './local.ts';
import type { TreeNode } from './tree.ts';

/**
 * What a start page showed last, kept sealed in localStorage, and drawn at the next start before the app's code is
 * there (P22). It opens with a key made of the session's token: in the very session in which it was taken, and in no
 * other. The person's own keys lie in a database, which takes longer to open than all the rest of this.
 */
export interface Snapshot {
  /** Whether something that waits on this device stands in it. */
  waiting: boolean;
  /** Addresses of the style sheets that style something in it. */
  styles: readonly string[];
  nodes: readonly TreeNode[];
}

/** Which page it was taken of, and opens for. */
export interface Taken {
  path: string;
  /** The build that drew it: another one's styles do not fit. */
  build: string;
  /** Width of the page in CSS pixels: at another one the page is laid out anew. */
  width: number;
}

/** What a sheet of the build is called: nothing else is loaded for a snapshot. */
export const STYLES = /^\/assets\/[\w.-]+\.css$/;

export const snapshotKey = (path: string): string => SNAPSHOTS + path;

const cipherOfSession = async (token: string) => cipherOf(await keyOf(new TextEncoder().encode(token), 'snapshot'));
const contextOf = ({ path, build, width }: Taken): string => `${path} ${build} ${width}`;

/** Seals a snapshot for the next start in this session. */
export async function sealSnapshot(snapshot: Snapshot, token: string, taken: Taken): Promise<string> {
  const sealed = await seal(await cipherOfSession(token), snapshot, contextOf(taken));
  return btoa(Array.from(new Uint8Array(sealed), (byte) => String.fromCharCode(byte)).join(''));
}

/** Keeps a sealed snapshot of this page, in place of the one before. */
export const writeSnapshot = (path: string, sealed: string): void => writeLocal(snapshotKey(path), sealed);

/** The snapshot, if one was taken of this page in this session; null otherwise. */
export async function openSnapshot(token: string, taken: Taken): Promise<Snapshot | null> {
  const kept = readLocal(snapshotKey(taken.path));
  if (typeof kept !== 'string') return null;
  try {
    const sealed = Uint8Array.from(atob(kept), (char) => char.charCodeAt(0));
    return (await unseal(await cipherOfSession(token), sealed.buffer, contextOf(taken))) as Snapshot;
  } catch {
    return null;
  }
}
