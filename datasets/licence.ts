/** Sources whose licence may forbid to copy them: they stay out of builds until the operator accepts that. */
import type {Settings} from './settings.ts';
import type {Source} from './types.ts';

/** Begins the licence of such a source; the reason follows. */
const UNCLEAR = 'LICENCE UNCLEAR';

/**
 * Why the rows of a source are not published; null where its licence is clear, or ACCEPT_LICENCE names it.
 */
export function withheldFor(
  {slug, license}: Pick<Source, 'slug' | 'license'>,
  settings: Settings,
): string | null {
  const accepted = settings.ACCEPT_LICENCE.split(',').map((one) => one.trim());
  if (!license.startsWith(UNCLEAR) || accepted.includes(slug)) return null;
  return `${license}; ask the publisher, and run with ACCEPT_LICENCE=${slug} where you may publish it`;
}
