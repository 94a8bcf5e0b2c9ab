/** How many random changes of one byte are tried; `npm run proof -- bytes` tries 10,000. */
export const CHANGES = Number(process.env['CHANGES'] ?? 2_500);
