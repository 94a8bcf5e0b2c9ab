import type { FileStore } from '#server/platform/files/store.ts';
import { StorageFull } from '#server/platform/base/storageSpace.ts';

/** Lets a real store's disk be full for as long as `full` says. */
export function fillable(files: FileStore): { full: boolean } {
  const disk = { full: false };
  const put = files.put.bind(files);
  files.put = async (...input) => {
    if (disk.full) throw new StorageFull();
    await put(...input);
  };
  return disk;
}
