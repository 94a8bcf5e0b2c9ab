/** Claims of a trip. Other modules import this file and nothing behind it. */

export { createTravelExpense, searchTravelTrips } from './commands.ts';
export { travelExpenses } from './kind.ts';
