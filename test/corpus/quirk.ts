/** One quirk of a publisher's files, with its rate. */
export interface Quirk {
  /** One in so many of the units or rows it may fall on. */
  every: number;
  help: string;
  /** In a national corpus, where the publisher has it more rarely than a small corpus could show. */
  national: number;
}

export const quirk = (every: number, help: string, national = every): Quirk => ({every, help, national});
