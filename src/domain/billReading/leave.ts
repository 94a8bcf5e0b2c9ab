/** How what reads photos would come: for nothing, at the person's cost, or not at all. */
export type Link = 'free' | 'metered' | 'none';

export interface ReadingDevice {
  /** In GB, as the browser tells; undefined where it does not. */
  memory: number | undefined;
  /** The page ended while a photo was being read. */
  interrupted: boolean;
  /** What reads photos is on the device. */
  kept: boolean;
  /** Bytes that are left on the device once that is there; null where the browser does not tell. */
  left: number | null;
  link: Link;
}

/** 'ask': only when the person says so; 'ask again': so it is after reading has ended a page. */
export type Leave = 'read' | 'ask' | 'ask again' | 'never';

/** Less memory than this is too little, in GB. */
const LEAST_MEMORY = 2;
/** Room for bills that are not sent yet, which go first: some fifty photos. */
const LEAST_LEFT = 50_000_000;

/**
 * Whether a device reads photos of bills (READ-11): not with less than 2 GB; after a page that ended while it read one
 * only when the person asks again; what it needs is fetched only where 50 MB are left beside it, and unasked only where
 * that costs nothing.
 */
export function leaveToRead({ memory, interrupted, kept, left, link }: ReadingDevice): Leave {
  if (memory !== undefined && memory < LEAST_MEMORY) return 'never';
  if (!kept && (link === 'none' || (left !== null && left < LEAST_LEFT))) return 'never';
  if (interrupted) return 'ask again';
  return kept || link === 'free' ? 'read' : 'ask';
}
