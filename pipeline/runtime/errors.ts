/** What an error says: also what is thrown may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
