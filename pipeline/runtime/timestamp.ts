/** Formats times for sidecars and manifests: UTC, to the second, without a zone (`2024-03-05T14:00:00`). */
export const timestamp = (time: Date): string => time.toISOString().slice(0, 19);
