/** Why records changed: because a publisher's files did, or the code that reads them. */
import type {Manifest, SourceEntry} from '../../../builds/artefacts.ts';
import type {CHANGE_CAUSES} from '../../../datasets/derived/changes.ts';

export type Cause = keyof typeof CHANGE_CAUSES;

/** What of a manifest causes are told from. */
export type Made = Pick<Manifest, 'sources' | 'rules'>;

export interface Causes {
  /** Of what a source says of its records. */
  of(slug: string): Cause;
  /** Of what records have from other tables. */
  joined: Cause;
}

/** With the same files only the code, or the day of the data, can have made a difference. */
const causeOf = (sameFiles: boolean, sameRules: boolean): Cause =>
  sameFiles ? 'pipeline' : sameRules ? 'publisher' : 'unknown';

const filesOf = (entry: SourceEntry | undefined): string =>
  (entry?.files ?? [])
    .map(({name, sha256}) => `${name} ${sha256}`)
    .sort()
    .join('\n');

/** Whether both are known and the same. */
const areSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one === other;

/** The causes of the changes from one build to the next. */
export function causesOf(before: Made, now: Made): Causes {
  const [old, own] = [before, now].map(({sources}) => new Map(sources.map((one) => [one.slug, one])));
  const sameRules = areSame(before.rules, now.rules);
  const slugs = [...new Set([...old!.keys(), ...own!.keys()])];
  const sameFiles = slugs.every((slug) => filesOf(old!.get(slug)) === filesOf(own!.get(slug)));
  return {
    of(slug) {
      const [earlier, later] = [old!.get(slug), own!.get(slug)];
      // A source leaves a build because it is declared or accepted no more, not because of its files.
      if (!later) return 'pipeline';
      if (!earlier) return causeOf(false, sameRules);
      return causeOf(filesOf(earlier) === filesOf(later), areSame(earlier.rules, later.rules));
    },
    joined: causeOf(sameFiles, sameRules),
  };
}
