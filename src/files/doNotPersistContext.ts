import { createContext } from 'react';

/** True where somebody else's records are looked at: their bills are shown and not kept on this device (ACC-17). */
export const DoNotPersistContext = createContext(false);
