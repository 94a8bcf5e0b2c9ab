/**
 * The pages on which people open the app: the home page and the lists. The worker keeps the document under each of
 * these addresses, so that the browser answers them by itself, and each has a snapshot of what it showed last. Screens
 * that show a secret once are not among them.
 */
export const START_PAGES: readonly string[] = [
  '/home',
  '/raise-local/expense',
  '/raise-local/conveyance',
  '/raise-travel-expense',
  '/raise-travel-request',
  '/approve-local/expense',
  '/approve-local/conveyance',
  '/approve-travel-expense',
  '/approve-travel-request',
  '/view-local/expense',
  '/view-local/conveyance',
  '/view-travel-expense',
  '/view-travel-request',
];

interface Address {
  pathname: string;
  search: string;
}

export const pathOf = ({ pathname }: Pick<Address, 'pathname'>): string =>
  pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;

/** An address with its query: a first page that is written out is the same as one that is not. */
export const startAddress = (address: Address): string =>
  pathOf(address) + (address.search === '?page=0' ? '' : address.search);

/** The start page of this address; null where it is another page, or a list with filters or on a later page. */
export function startPageOf(address: Address): string | null {
  const page = startAddress(address);
  return START_PAGES.includes(page) ? page : null;
}
