import { AsyncLocalStorage } from 'node:async_hooks';

/** What the database cannot be told otherwise: it is too deep. */
interface Course {
  /** Of the request that is being answered; undefined in none. */
  id: string | undefined;
  /** Whether what is asked now only reads. */
  reads: boolean;
}

const answering = new AsyncLocalStorage<Course>();

/** The id of the request in whose course this is called; undefined in none. */
export const currentRequestId = (): string | undefined => answering.getStore()?.id;

/** Whether what is called now only reads; what belongs to no request may change things. */
export const isReading = (): boolean => answering.getStore()?.reads === true;

/** Runs `work`, and all that it starts, in the course of this request. `reads`: it is not there to change anything. */
export const inRequest = <Result>(id: string, reads: boolean, work: () => Result): Result =>
  answering.run({ id, reads }, work);

/** Runs what only reads, or what changes something, whatever its request is there for. */
export const asReading = <Result>(work: () => Result): Result =>
  answering.run({ id: currentRequestId(), reads: true }, work);
export const asWriting = <Result>(work: () => Result): Result =>
  answering.run({ id: currentRequestId(), reads: false }, work);
