/** The licences that sources have: names, addresses, conditions, and whether they are open. */

/** A text in both languages. */
export interface Both {
  en: string;
  fr: string;
}

/** A row: what sources do not declare themselves. */
export interface LicenceRow {
  id: string;
  /** French name and address; absent: the publisher has the text in English alone. */
  fr?: string;
  url_fr?: string;
  /** English address, where sources declare the French one. */
  url_en?: string;
  open: boolean;
  /** Absent: the sentence of open government licences, with the name of the licence but not its version. */
  attribution?: Both;
  terms?: Both;
}

/** For licences that ask for the name of the publisher, which replaces `%`. */
const NAMED: Both = {en: 'Source: %.', fr: 'Source\u00a0: %.'};

const CC_BY: Both = {
  en: 'Source: %, under the Creative Commons Attribution 4.0 licence.',
  fr: 'Source\u00a0: %, sous la licence Creative Commons Attribution 4.0.',
};

const OWN_TERMS: Both = {
  en: 'The city has terms of use of its own: read them before you share the data.',
  fr: 'La Ville a ses propres conditions d’utilisation\u00a0: lisez-les avant de diffuser les données.',
};

/** By the English name, which sources declare together with the address. */
export const LICENCES: Readonly<Record<string, LicenceRow>> = {
  'Open Government Licence - Canada 2.0': {
    id: 'ogl-canada-2.0',
    fr: 'Licence du gouvernement ouvert – Canada 2.0',
    url_fr: 'https://ouvert.canada.ca/fr/licence-du-gouvernement-ouvert-canada',
    open: true,
    attribution: {
      en: 'Contains information licensed under the Open Government Licence – Canada.',
      fr: 'Contient de l’information visée par la Licence du gouvernement ouvert – Canada.',
    },
  },
  'Open Data Licence Agreement of the Office of the Commissioner of Lobbying': {
    id: 'ocl-open-data',
    fr: 'Accord de licence de données ouvertes du Commissariat au lobbying',
    // Its name says open, but its text has not been compared with the definition.
    open: false,
    attribution: NAMED,
    terms: {
      en: 'Its terms have not been checked: read them before you share the data.',
      fr: 'Ses conditions n’ont pas été vérifiées\u00a0: lisez-les avant de diffuser les données.',
    },
  },
  "Speaker's Permission, House of Commons": {
    id: 'speakers-permission',
    fr: 'Permission du Président, Chambre des communes',
    url_fr: 'https://www.noscommunes.ca/fr/avis-importants',
    open: false,
    attribution: {
      en: 'Source: %. Reproduced under the Speaker’s permission; not an official version.',
      fr: 'Source\u00a0: %. Reproduit avec la permission du Président; version non officielle.',
    },
    terms: {
      en: 'Copies must be accurate and must not be presented as official. The permission does not cover use for commercial purposes of financial gain.',
      fr: 'Les copies doivent être exactes et ne pas être présentées comme officielles. La permission ne couvre pas l’utilisation à des fins commerciales visant un gain financier.',
    },
  },
  'Library of Parliament terms of use': {
    id: 'library-of-parliament',
    fr: 'Conditions d’utilisation de la Bibliothèque du Parlement',
    url_fr: 'https://lop.parl.ca/sites/PublicWebsite/default/fr_CA/Help/ImportantNotices',
    open: false,
    attribution: {
      en: 'Source: %. Not an official version.',
      fr: 'Source\u00a0: %. Version non officielle.',
    },
    terms: {
      en: 'Copies must be accurate, name the Library and not be presented as official; commercial use needs its permission.',
      fr: 'Les copies doivent être exactes, nommer la Bibliothèque et ne pas être présentées comme officielles\u00a0; l’utilisation commerciale exige sa permission.',
    },
  },
  'Open Government Licence - Toronto': {id: 'ogl-toronto', open: true},
  'Open Government Licence - City of Calgary': {id: 'ogl-calgary', open: true},
  'Open Government Licence - City of Edmonton': {id: 'ogl-edmonton', open: true},
  'Open Government Licence - City of Ottawa 2.0': {id: 'ogl-ottawa-2.0', open: true},
  'Open Government Licence - Vancouver': {id: 'ogl-vancouver', open: true},
  'City of Winnipeg Open Data Licence': {id: 'winnipeg-open-data', open: true},
  'City of Hamilton Open Data Licence 1.1': {
    id: 'hamilton-open-data-1.1',
    open: true,
    attribution: {
      en: 'Contains public sector Data made available under the City of Hamilton’s Open Data Licence.',
      fr: 'Contient des données du secteur public offertes sous la licence de données ouvertes de la Ville de Hamilton.',
    },
  },
  'Open Government Licence - The Corporation of the City of Kitchener': {id: 'ogl-kitchener', open: true},
  'Open Data Licence - City of Victoria': {id: 'victoria-open-data', open: true},
  'Open Government Licence - Halifax': {id: 'ogl-halifax', open: true},
  'Open Government Licence - Regina': {id: 'ogl-regina', open: true},
  'Open Government Licence - City of Saint John 1.0': {id: 'ogl-saint-john-1.0', open: true},
  'Creative Commons Attribution 4.0': {
    id: 'cc-by-4.0',
    fr: 'Creative Commons Attribution 4.0',
    url_en: 'https://creativecommons.org/licenses/by/4.0/deed.en',
    open: true,
    attribution: CC_BY,
  },
  'City of Mississauga Open Data Terms of Use': {
    id: 'mississauga-terms',
    open: false,
    attribution: NAMED,
    terms: OWN_TERMS,
  },
  'City of Brampton Open Data Terms of Use': {
    id: 'brampton-terms',
    open: false,
    attribution: NAMED,
    terms: OWN_TERMS,
  },
};

/** A licence without a row: its terms are not known. */
export const UNKNOWN: LicenceRow = {
  id: 'unclear',
  open: false,
  attribution: NAMED,
  terms: {
    en: 'It is not clear what may be done with the data: ask the publisher.',
    fr: 'On ne sait pas ce qui est permis avec les données\u00a0: demandez-le à l’éditeur.',
  },
};
