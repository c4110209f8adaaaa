/** The seed of random tests: 1, or the number in SEED, so that every run can be repeated. */
export const seed = Number(process.env['SEED'] || 1);
