/** Texts that PostgreSQL cannot hold: NUL, and half of a surrogate pair. */
export const UNSTORABLE = /\u0000|\p{Surrogate}/u;
