/** Settings of the bench as they stand in the environment. */

/** A text, empty where it is not set. */
export const text = (name: string): string => process.env[name]?.trim() ?? '';

/** Words that commas or spaces part. */
export const list = (name: string, otherwise: readonly string[] = []): readonly string[] => {
  const given = text(name)
    .split(/[\s,]+/)
    .filter(Boolean);
  return given.length > 0 ? given : otherwise;
};

export const count = (name: string, otherwise: number): number => Number(text(name) || otherwise);
