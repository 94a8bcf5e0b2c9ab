/** Half and quarter hours, both hemispheres, clocks that jump over midnight or by half an hour, and a day left out. */
export const ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
