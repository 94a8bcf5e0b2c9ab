/** What columns of more than one table hold. */

/** A moment in epoch milliseconds. */
export type Millis = number;
/** A calendar date, 'YYYY-MM-DD'. */
export type Day = string;
