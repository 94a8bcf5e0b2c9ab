/** The browser's cache of what reads photos: 30 MB that can be fetched again. */
export const READING_CACHE = 'kharcha-reading';

/** Lets go of all of it; nothing where there is no such cache, or the browser keeps it. */
export async function dropReadingCache(): Promise<void> {
  await (globalThis as { caches?: CacheStorage }).caches?.delete(READING_CACHE).catch(() => false);
}
