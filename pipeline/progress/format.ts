/** Numbers, sizes and times as the terminal shows them. */

export const megabytes = (n: number): string => `${(n / 1e6).toFixed(1)} MB`;

const two = (n: number): string => String(n).padStart(2, '0');

/** `8 s`, `2:05 min`, `1:02 h`; milliseconds in. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)} min`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

/** A bar of `width` columns with its brackets; `share` between 0 and 1. */
export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * (width - 2));
  return `[${'#'.repeat(filled)}${'.'.repeat(width - 2 - filled)}]`;
}
