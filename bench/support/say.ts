/** Says how far it is, beside the table that comes at the end. */
export const say = (message: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${message}`);
