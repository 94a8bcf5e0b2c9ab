import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { WalState } from './walState.ts';

/** Node and stream of Emscripten's file system, as far as they are used here. */
interface FsNode {
  name: string;
}
interface FsStream {
  node: FsNode;
  nfd: number;
}
interface Attributes {
  size?: number;
}

interface NodeOps {
  setattr(node: FsNode, attributes: Attributes): void;
  mknod(parent: FsNode, name: string, mode: number, dev: number): FsNode;
  rename(node: FsNode, parent: FsNode, name: string): void;
  unlink(parent: FsNode, name: string): void;
  rmdir(parent: FsNode, name: string): void;
}

interface StreamOps {
  setattr(stream: FsStream, attributes: Attributes): void;
  write(stream: FsStream, buffer: Uint8Array, offset: number, length: number, position: number): number;
  fsync?(stream: FsStream): number;
}

export interface NodeFsModule {
  /** Turns what Node throws into the error number that PostgreSQL understands. */
  tryFSOperation<Result>(run: () => Result): Result;
  realPath(node: FsNode): string;
  node_ops: NodeOps;
  stream_ops: StreamOps;
}

/** What a test listens to: every change below the data folder and every sync of it, in order. */
export interface DiskObserver {
  write(file: string, bytes: Uint8Array, position: number): void;
  truncate(file: string, size: number): void;
  create(file: string, directory: boolean): void;
  rename(from: string, to: string): void;
  remove(file: string): void;
  /** The content of the file (for a folder: its entries) is on the disk. */
  sync(file: string): void;
}

/** The settings that let PGlite's PostgreSQL run its own write-ahead rule: no `-F`, and a sync call that reaches us. */
export const durableSettings = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

const segmentName = /^pg_wal\/([0-9A-F]{24})$/;

/**
 * The file system of the embedded database, with syncing restored. PGlite starts PostgreSQL without it and its
 * Emscripten file system has no fsync at all. Here PostgreSQL runs with `fsync=on`, so it asks for every sync its
 * recovery relies on, and the request reaches the disk.
 *
 * One thing differs, so that claims submitted together share one sync: the sync of the write-ahead log at commit is put
 * off. It is made up for by `GroupSync` before an answer leaves the server, and here before anything else below the
 * folder is changed (no page, no control file and no deletion may reach the disk ahead of the log).
 */
export class DurableFs extends NodeFS {
  #root: string;
  readonly #wal: WalState;
  readonly #observer: DiskObserver | undefined;
  readonly #fresh = new Set<string>();

  constructor(folder: string, wal: WalState, observer?: DiskObserver) {
    super(folder);
    this.#root = path.resolve(folder);
    this.#wal = wal;
    this.#observer = observer;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun?.push((module) => this.#wrap((module as { NODEFS: NodeFsModule }).NODEFS));
    return result;
  }

  /** Follows a rename of the folder. Open files stay valid; the caller redirects Emscripten's mount. */
  moveTo(folder: string): void {
    this.#root = path.resolve(folder);
  }

  /** Syncs the log if any of it is unsynced. Throws what the disk says. */
  flushWal(): void {
    const moment = this.#wal.written;
    if (this.#wal.synced >= moment) return;
    const file = `pg_wal/${this.#wal.segment}`;
    this.#syncPath(file, fs.fdatasyncSync);
    this.#wal.countSync(moment);
  }

  #syncPath(file: string, sync: (fd: number) => void): void {
    const fd = fs.openSync(path.join(this.#root, file), 'r');
    try {
      this.#guarded(() => sync(fd));
    } finally {
      fs.closeSync(fd);
    }
    this.#observer?.sync(file);
  }

  /** After a failed sync the kernel may drop the pages and report success the next time: never trust the disk again. */
  #guarded(sync: () => void): void {
    try {
      sync();
    } catch (error) {
      this.#wal.countFailure();
      throw error;
    }
  }

  #fsync(fd: number, file: string): number {
    const segment = segmentName.exec(file)?.[1];
    // Put off: see the class comment.
    if (segment !== undefined && segment === this.#wal.segment) return 0;
    this.#guarded(() => fs.fsyncSync(fd));
    this.#observer?.sync(file);
    // A new file's name is safe only once its folder is synced, which PostgreSQL leaves to the file system for tables.
    if (this.#fresh.delete(file)) this.#syncPath(path.posix.dirname(file), fs.fsyncSync);
    return 0;
  }

  #wrap(nodeFs: NodeFsModule): void {
    const { node_ops: nodes, stream_ops: streams } = nodeFs;
    const observer = this.#observer;
    const fresh = this.#fresh;
    const relative = (node: FsNode): string => path.relative(this.#root, nodeFs.realPath(node));
    const child = (parent: FsNode, name: string): string => path.posix.join(relative(parent), name);
    const { write, setattr: setStream } = streams;
    const { setattr, mknod, rename, unlink, rmdir } = nodes;

    const flushWal = (): void => nodeFs.tryFSOperation(() => this.flushWal());
    streams.write = (stream, buffer, offset, length, position) => {
      const file = relative(stream.node);
      const segment = segmentName.exec(file)?.[1];
      if (segment === undefined) {
        // Zeros for a future segment need no order.
        if (!file.startsWith('pg_wal/')) flushWal();
      } else if (segment !== this.#wal.segment) {
        flushWal();
        this.#wal.enterSegment(segment);
      }
      const count = write(stream, buffer, offset, length, position);
      observer?.write(file, buffer.slice(offset, offset + count), position);
      if (segment !== undefined) this.#wal.countWrite(count);
      return count;
    };
    streams.fsync = (stream) => nodeFs.tryFSOperation(() => this.#fsync(stream.nfd, relative(stream.node)));
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) flushWal();
      setStream(stream, attributes);
      if (attributes.size !== undefined) observer?.truncate(relative(stream.node), attributes.size);
    };
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) flushWal();
      setattr(node, attributes);
      if (attributes.size !== undefined) observer?.truncate(relative(node), attributes.size);
    };
    nodes.mknod = (parent, name, mode, dev) => {
      flushWal();
      const node = mknod(parent, name, mode, dev);
      fresh.add(child(parent, name));
      observer?.create(child(parent, name), (mode & 0o170000) === 0o040000);
      return node;
    };
    nodes.rename = (node, parent, name) => {
      flushWal();
      const from = relative(node);
      const to = child(parent, name);
      rename(node, parent, name);
      if (fresh.delete(from)) fresh.add(to);
      observer?.rename(from, to);
    };
    nodes.unlink = (parent, name) => {
      flushWal();
      unlink(parent, name);
      fresh.delete(child(parent, name));
      observer?.remove(child(parent, name));
    };
    nodes.rmdir = (parent, name) => {
      flushWal();
      rmdir(parent, name);
      fresh.delete(child(parent, name));
      observer?.remove(child(parent, name));
    };
  }
}
