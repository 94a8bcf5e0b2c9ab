// The size gate (placeholder until the build's manifest is read below).
export {};
