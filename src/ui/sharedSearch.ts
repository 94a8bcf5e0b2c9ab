/** Search parameters that components set without knowing the page they stand on. */
export interface SharedSearch {
  page?: number;
  size?: number;
  /** Whose list or queue. */
  findByEmail?: string;
  /** Whose record, and which waiting entry, is open. */
  person?: string;
  edit?: string;
}

/** What changes an address of whatever page: its search with other parameters. */
type SearchChange = (before: Record<string, unknown>) => object;

/**
 * The search of a link or navigation made by a component that stands on several pages. The router types a search by its
 * one route, with every parameter that the route's validation fills in: such a component can name none, so the cast
 * stands here, and what it sets is checked against `SharedSearch`.
 */
export const sharedSearch = (search: SharedSearch | SearchChange): never => search as never;
