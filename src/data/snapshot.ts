import { sealSnapshot, writeSnapshot, type Snapshot } from '#start/snapshot.ts';
import { ownToken } from './sessionStore.ts';

/** Keeps what a start page shows, for the next start in this session (P22). `width` is the page's. */
export async function keepSnapshot(path: string, shown: Snapshot, width: number): Promise<void> {
  const token = ownToken();
  if (token === null) return;
  const sealed = await sealSnapshot(shown, token, { path, build: __BUILD__, width });
  // Signed out meanwhile, or somebody else in.
  if (ownToken() === token) writeSnapshot(path, sealed);
}
