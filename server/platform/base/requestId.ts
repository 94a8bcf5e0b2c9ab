import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being answered, for what is too deep to be told: the database. */
const answering = new AsyncLocalStorage<string>();

/** The id of the request in whose course this is called; undefined in none. */
export const currentRequestId = (): string | undefined => answering.getStore();

/** Runs `work`, and all that it starts, in the course of this request. */
export const inRequest = <Result>(id: string, work: () => Result): Result => answering.run(id, work);
