/** Says how far it is, beside the table that comes at the end. */
export const say = (sentence: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${sentence}`);
