/** Words of the view in both languages, names of fields, and how values are written. */

const WORDS = {
  en: {
    result: 'Result',
    chart: 'Chart',
    table: 'Table',
    map: 'Map',
    measure: 'Measure',
    waiting: 'Waiting for the result.',
    failed: 'The tool gave no result.',
    nothing: 'Nothing matches.',
    shown: (shown, total) => `${shown} of ${total}`,
    unplaced: (count) => `Without a place: ${count}.`,
    yes: 'yes',
    no: 'no',
  },
  fr: {
    result: 'Résultat',
    chart: 'Graphique',
    table: 'Tableau',
    map: 'Carte',
    measure: 'Mesure',
    waiting: 'En attente du résultat.',
    failed: 'L’outil n’a pas donné de résultat.',
    nothing: 'Rien ne correspond.',
    shown: (shown, total) => `${shown} sur ${total}`,
    unplaced: (count) => `Sans lieu\u00a0: ${count}.`,
    yes: 'oui',
    no: 'non',
  },
};

/** By field: its names in English and French, which the document has. */
const FIELDS = JSON.parse(document.getElementById('fields')?.textContent ?? '{}');

/** Fields of statistics, which are those of no dataset. */
const OF_STATISTICS = {
  group_by: ['Grouped by', 'Regroupé par'],
  group_value: ['Group', 'Groupe'],
  then_by: ['Then by', 'Puis par'],
  then_value: ['Second group', 'Second groupe'],
  sum_field: ['Summed field', 'Champ additionné'],
  sum_value: ['Sum of values', 'Somme des valeurs'],
  value_count: ['Records with a value', 'Fiches avec une valeur'],
  median_value: ['Median of values', 'Médiane des valeurs'],
  count: ['Records', 'Fiches'],
};

const MONEY = /(?:^|_)(?:value|cost|contribution|amount)$/;

/** Everything that depends on the language of the reader: `fr-CA` is French, all else English. */
export function speaking(locale) {
  const language = /^fr\b/i.test(locale ?? '') ? 'fr' : 'en';
  const numbers = new Intl.NumberFormat(`${language}-CA`, {maximumFractionDigits: 4});
  const money = new Intl.NumberFormat(`${language}-CA`, {
    style: 'currency',
    currency: 'CAD',
    maximumFractionDigits: 2,
  });
  /** A value as people read it; a bilingual one in the language of the reader. */
  const written = (field, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return MONEY.test(field) ? money.format(value) : numbers.format(value);
    if (typeof value === 'boolean') return value ? WORDS[language].yes : WORDS[language].no;
    if (Array.isArray(value)) return value.map((one) => written(field, one)).join('; ');
    if (typeof value === 'object') return JSON.stringify(value);
    const halves = String(value).split(' | ');
    return halves.length === 2 ? halves[language === 'fr' ? 1 : 0] : String(value);
  };
  return {
    ...WORDS[language],
    language,
    written,
    /** The name of a field. */
    named: (field) =>
      (OF_STATISTICS[field] ?? FIELDS[field])?.[language === 'fr' ? 1 : 0] ?? field.replaceAll('_', ' '),
  };
}
