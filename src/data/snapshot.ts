import { sessionHash, snapshotKey, type Snapshot } from '#start/snapshot.ts';
import { cipherOf, seal } from '#storage/vault.ts';
import { readToken } from '#start/cookies.ts';
import { deviceStore, requirePerson } from './person.ts';

/** Keeps what a start page shows, for the next start in this session (P22). */
export async function keepSnapshot(path: string, shown: Omit<Snapshot, 'session' | 'build'>): Promise<void> {
  const token = readToken();
  if (token === null) return;
  const [{ key }, session] = await Promise.all([requirePerson(), sessionHash(token)]);
  const name = snapshotKey(path);
  const sealed = await seal(cipherOf(key), { ...shown, session, build: __BUILD__ } satisfies Snapshot, name);
  // Signed out meanwhile, or somebody else in: the keys that would open it are gone or another's.
  if (readToken() === token) await (await deviceStore()).set(name, sealed);
}
