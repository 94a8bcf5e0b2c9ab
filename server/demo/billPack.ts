import { existsSync, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FileType } from '#contract/enums.ts';
import { syncFolder } from '#server/platform/database/syncTree.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { writeWhole } from '#server/platform/files/writeWhole.ts';

/*
 * The demo draws a thousand bills at its first start. Stored one by one, each synced, they would take most of that
 * start. They are synced as one file before the rows that name them, and stored one by one while people are served.
 */

/** As much of a bill as is stored. */
export interface PackedBill {
  hash: string;
  bytes: Buffer;
  type: FileType;
}

/** Bills stored at the same time; each is synced to the disk, which is mostly waiting. */
const WRITERS = 8;

const placeOf = (dataDir: string): string => path.join(dataDir, 'demo-bills.pack');

/** Keeps these bills on the disk until `unpack` has stored them; a pack that was there belongs to no rows. */
export async function writePack(dataDir: string, bills: readonly PackedBill[]): Promise<void> {
  const file = placeOf(dataDir);
  const list = bills.map(({ hash, bytes, type }) => ({ hash, size: bytes.length, type }));
  await writeWhole(file, async (name) => {
    const part = await open(name, 'wx');
    try {
      await part.writeFile(
        Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...bills.map(({ bytes }) => bytes)]),
      );
      await part.datasync();
    } finally {
      await part.close();
    }
  });
  syncFolder(dataDir);
}

function readPack(dataDir: string): Map<string, PackedBill> {
  const file = placeOf(dataDir);
  if (!existsSync(file)) return new Map();
  const whole = readFileSync(file);
  let at = whole.indexOf('\n') + 1;
  const list = JSON.parse(whole.toString('utf8', 0, at)) as { hash: string; size: number; type: FileType }[];
  return new Map(list.map(({ hash, size, type }) => [hash, { hash, bytes: whole.subarray(at, (at += size)), type }]));
}

export interface PackedFiles {
  /** The store, which also has what is still packed. */
  files: FileStore;
  /** Stores what is packed, and removes the pack. Rejects where the store does: what is left stays packed. */
  unpack(): Promise<void>;
  /** Ends that early: what is left is stored after the next start. */
  end(): Promise<void>;
}

/** Opens the pack, if there is one, before a store. */
export function openPack(dataDir: string, store: FileStore): PackedFiles {
  const packed = readPack(dataDir);
  const files: FileStore = {
    ...store,
    get: async (hash) => packed.get(hash)?.bytes ?? store.get(hash),
    stream: async (hash) => {
      const bill = packed.get(hash);
      return bill ? { size: bill.bytes.length, bytes: Readable.from([bill.bytes]) } : store.stream(hash);
    },
    has: async (hash) => packed.has(hash) || store.has(hash),
    remove: async (hash) => {
      packed.delete(hash);
      await store.remove(hash);
    },
  };
  let ended = false;
  let unpacking: Promise<void> | null = null;
  const unpack = async (): Promise<void> => {
    const queue = [...packed.keys()].values();
    const writer = async (): Promise<void> => {
      for (const hash of queue) {
        const bill = packed.get(hash);
        if (ended) return;
        if (!bill) continue;
        await store.put(hash, bill.bytes, bill.type);
        // Removed while it was stored.
        if (!packed.delete(hash)) await store.remove(hash);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    if (!ended) await rm(placeOf(dataDir), { force: true });
  };
  return {
    files,
    unpack: () => (unpacking ??= unpack()),
    end: async () => {
      ended = true;
      await unpacking?.catch(() => undefined);
    },
  };
}
