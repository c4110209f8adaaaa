/** Formal names of bodies that are better known by usual ones, as words without punctuation. */

const MUNICIPALITY =
  '(?:(?:regional|rural|district|resort|united) )?(?:municipality|city|town|village|district|township|county|counties|hamlet|municipalite|ville|canton|paroisse)';

/** A body with its kind behind its name: `Gullhaven, District of`. */
const INVERTED = new RegExp(
  `^\\s*([^,]+?)\\s*,\\s*((?:the )?(?:corporation of the ${MUNICIPALITY}|${MUNICIPALITY}|university|universite|governing council|(?:board of )?governors) (?:of the|of|de|d'))\\s*$`,
  'iu',
);

/** What a formal name begins with, and what stands for it in the usual one. */
const BEGINNINGS: readonly [pattern: RegExp, usual: string][] = [
  [
    /^(?:board of |the )?(?:governors|governing council|trustees|regents) of (?:the )?(?=(?:.* )?(?:university|college|polytechnic|institute|school|academy)\b)/u,
    '',
  ],
  [new RegExp(`^(?:municipal )?corporation of (?:the )?(?=${MUNICIPALITY} )`, 'u'), ''],
  [new RegExp(`^corporation (?:municipale )?(?:de la |de l|du |de )(?=${MUNICIPALITY} )`, 'u'), ''],
  [
    /^(?:(?:her|his) majesty(?: the)? (?:queen|king)(?: elizabeth ii| elizabeth the second| charles iii| charles the third)?|hm(?: the)? (?:queen|king)|hmq|hmk) in (?:the )?right of (?:the )?(?:province of )?/u,
    'crown in right of ',
  ],
  [/^crown in (?:the )?right of (?:the )?(?:province of )?/u, 'crown in right of '],
  [
    /^sa majeste (?:la reine|le roi)(?: elizabeth ii| charles iii)? (?:du chef|aux droits) /u,
    'couronne du chef ',
  ],
  [
    /^(?:l(?=universite|ecole|association|hopital|institut|ordre|orchestre|academie|office)|l[ae] (?=universite|societe|ville|fondation|corporation|municipalite|cooperative|federation|fabrique|compagnie|caisse|chambre|commission|college|conseil|musee|cegep|theatre|maison)|les (?=entreprises|constructions|productions|editions|industries|services|amis|fermes))/u,
    '',
  ],
];
/** Most names begin with none of these, and need no look at each. */
const FIRST =
  /^(?:board|the|gov|trustees|regents|municipal |corporation|her |his |hm|crown|sa |l[aeuhiop]|les )/u;

/** A name with its kind in front. */
export const inOrder = (text: string): string =>
  text.includes(',') ? text.replace(INVERTED, '$2 $1') : text;

/** The words of the usual name. */
export function usualName(words: string): string {
  if (!FIRST.test(words)) return words;
  for (const [pattern, usual] of BEGINNINGS) {
    const found = pattern.exec(words);
    if (found) return usual + words.slice(found[0].length);
  }
  return words;
}
