/** The way out of this app, apart so that a test can stay. */
export const page = { leave: (address: string): void => window.location.assign(address) };
