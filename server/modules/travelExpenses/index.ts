/** Claims of a trip. */

export { createTravelExpense, searchTravelTrips } from './commands.ts';
export { travelExpenses } from './kind.ts';
