/** The messages of the site by language; sites without a server fetch those that they show. */
import type {Language} from './language.ts';
import en from './messages/en.json' with {type: 'json'};
import fr from './messages/fr.json' with {type: 'json'};

export type Catalogue = typeof en;

/** The compiler holds that French has every key of English. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {en, fr};
