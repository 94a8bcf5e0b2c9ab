import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DiskObserver } from '#server/platform/database/durableFs.ts';

const SECTOR = 4096;

type Step =
  | { kind: 'write'; inode: number; bytes: Uint8Array; position: number }
  | { kind: 'truncate'; inode: number; size: number }
  | { kind: 'create'; file: string; inode: number; directory: boolean }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; file: string }
  | { kind: 'syncContent'; inode: number; before: number }
  | { kind: 'syncNames'; folder: string; before: number };

/** A file's content with room to grow; what the recording began with is shared until it is written to. */
class Content {
  #bytes: Buffer;
  #size: number;
  #shared: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#size = bytes.length;
    this.#shared = true;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  resize(size: number): void {
    if (this.#shared || size > this.#bytes.length) {
      const larger = Buffer.alloc(size > this.#size ? Math.max(size, 2 * this.#size) : this.#size);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
      this.#shared = false;
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  set(bytes: Uint8Array, position: number): void {
    this.resize(Math.max(this.#size, position + bytes.length));
    this.#bytes.set(bytes, position);
  }
}

interface Inode {
  directory: boolean;
  content: Content;
}

/** A small seeded random number generator (mulberry32): 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Records every change below a folder and every sync of it, and makes 'the disk after power loss' at any moment: what
 * was synced is there; of the rest a random part, torn at 4 kB, in no order. A name (create, rename, remove) is safe
 * when its folder was synced after it, or, as on ext4 and XFS, when the file itself was.
 */
export class RecordedDisk implements DiskObserver {
  readonly #root: string;
  readonly #steps: Step[] = [];
  readonly #start = new Map<string, { directory: boolean; content: Buffer }>();
  /** Where each name points now: a file keeps its number when it is renamed. */
  readonly #names = new Map<string, number>();
  #inodes = 0;

  /** The folder as it is when recording begins counts as synced. */
  constructor(root: string) {
    this.#root = root;
    for (const file of ['', ...(readdirSync(root, { recursive: true }) as string[])]) {
      const directory = statSync(path.join(root, file)).isDirectory();
      const name = file === '' ? '.' : file;
      this.#start.set(name, { directory, content: directory ? Buffer.alloc(0) : readFileSync(path.join(root, file)) });
      this.#names.set(name, this.#inodes++);
    }
  }

  /** How much has been recorded: the name of this moment. */
  get moment(): number {
    return this.#steps.length;
  }

  #inode(file: string): number {
    const inode = this.#names.get(file);
    if (inode === undefined) throw new Error(`Nothing was recorded about ${file}.`);
    return inode;
  }

  write(file: string, bytes: Uint8Array, position: number): void {
    this.#steps.push({ kind: 'write', inode: this.#inode(file), bytes: bytes.slice(), position });
  }

  truncate(file: string, size: number): void {
    this.#steps.push({ kind: 'truncate', inode: this.#inode(file), size });
  }

  create(file: string, directory: boolean): void {
    const inode = this.#inodes++;
    this.#names.set(file, inode);
    this.#steps.push({ kind: 'create', file, inode, directory });
  }

  rename(from: string, to: string): void {
    const inode = this.#inode(from);
    this.#names.delete(from);
    this.#names.set(to, inode);
    this.#steps.push({ kind: 'rename', from, to });
  }

  remove(file: string): void {
    this.#names.delete(file);
    this.#steps.push({ kind: 'remove', file });
  }

  sync(file: string): void {
    this.syncedSince(file, this.moment);
  }

  /** A sync that began at `before` has ended now: later changes may have missed it. */
  syncedSince(file: string, before: number): void {
    const inode = this.#inode(file);
    const isFolder = existsSync(path.join(this.#root, file)) && statSync(path.join(this.#root, file)).isDirectory();
    if (isFolder) this.#steps.push({ kind: 'syncNames', folder: file, before });
    else this.#steps.push({ kind: 'syncContent', inode, before });
  }

  /** Writes the folder as a power cut at `moment` could have left it. */
  powerLoss(moment: number, target: string, random: () => number): void {
    const steps = this.#steps.slice(0, moment);
    const safe = safeSteps(steps);
    const inodes = new Map<number, Inode>();
    const names = new Map<string, number>();
    let next = 0;
    for (const [name, { directory, content }] of this.#start) {
      inodes.set(next, { directory, content: new Content(content) });
      names.set(name, next++);
    }
    // From nothing to nearly all of what was not synced.
    const share = random();
    const missed = new Set<string>();
    const survives = (what: string): boolean => {
      if (!missed.has(what) && random() > share) missed.add(what);
      return !missed.has(what);
    };
    // Names are journalled in order: an unsafe one is lost together with all unsafe ones after it.
    let namesLost = false;
    steps.forEach((step, at) => {
      switch (step.kind) {
        case 'write':
          writeTorn(
            inodes.get(step.inode)!,
            step.bytes,
            step.position,
            (block) => safe.has(at) || survives(`${step.inode}:${block}`),
          );
          break;
        case 'truncate': {
          const inode = inodes.get(step.inode);
          if (inode && (safe.has(at) || survives(`${step.inode}:size`))) inode.content.resize(step.size);
          break;
        }
        case 'create':
        case 'rename':
        case 'remove': {
          if (step.kind === 'create')
            inodes.set(step.inode, { directory: step.directory, content: new Content(Buffer.alloc(0)) });
          namesLost ||= !safe.has(at) && !survives('names');
          if (safe.has(at) || !namesLost) changeNames(names, step);
          break;
        }
        default:
      }
    });
    for (const [name, number] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const inode = inodes.get(number);
      const file = path.join(target, name);
      if (inode?.directory) mkdirSync(file, { recursive: true, mode: 0o700 });
      else if (inode && existsSync(path.dirname(file))) writeFileSync(file, inode.content.bytes, { mode: 0o600 });
    }
  }
}

/** Indexes of the steps that a completed sync covers. */
function safeSteps(steps: readonly Step[]): Set<number> {
  const safe = new Set<number>();
  // The latest sync counts for all before it, so go backwards.
  const contentBefore = new Map<number, number>();
  const namesBefore = new Map<string, number>();
  const inodeNames = new Map<string, number>();
  steps.forEach((step) => {
    if (step.kind === 'create') inodeNames.set(step.file, step.inode);
    if (step.kind === 'rename') inodeNames.set(step.to, inodeNames.get(step.from) ?? -1);
  });
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at]!;
    const folderSafe = (file: string): boolean => at < (namesBefore.get(path.posix.dirname(file)) ?? -1);
    if (step.kind === 'syncContent')
      contentBefore.set(step.inode, Math.max(contentBefore.get(step.inode) ?? -1, step.before));
    else if (step.kind === 'syncNames')
      namesBefore.set(step.folder, Math.max(namesBefore.get(step.folder) ?? -1, step.before));
    else if (step.kind === 'write' || step.kind === 'truncate') {
      if (at < (contentBefore.get(step.inode) ?? -1)) safe.add(at);
    } else if (step.kind === 'create') {
      if (folderSafe(step.file) || at < (contentBefore.get(step.inode) ?? -1)) safe.add(at);
    } else if (step.kind === 'rename') {
      if (folderSafe(step.to) || folderSafe(step.from) || at < (contentBefore.get(inodeNames.get(step.to) ?? -1) ?? -1))
        safe.add(at);
    } else if (folderSafe(step.file)) safe.add(at);
  }
  return safe;
}

function changeNames(names: Map<string, number>, step: Extract<Step, { kind: 'create' | 'rename' | 'remove' }>): void {
  if (step.kind === 'create') names.set(step.file, step.inode);
  else if (step.kind === 'remove') names.delete(step.file);
  else {
    const inode = names.get(step.from);
    names.delete(step.from);
    if (inode !== undefined) names.set(step.to, inode);
  }
}

/**
 * Applies a write. Of an unsynced one each 4 kB block is there or not; once a block has missed a write it misses the
 * later ones too, as the disk holds the block as it was at some moment.
 */
function writeTorn(inode: Inode, bytes: Uint8Array, position: number, reaches: (block: number) => boolean): void {
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + SECTOR - ((position + from) % SECTOR));
    if (reaches(Math.floor((position + from) / SECTOR))) {
      inode.content.set(bytes.subarray(from, to), position + from);
    }
    from = to;
  }
}
