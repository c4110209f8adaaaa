/** Guesses which columns are which fields, by their names, their types and their first values. */
import {foldName} from '../read/header.ts';
import {Call, type Property} from './code.ts';
import type {Head} from './head.ts';

/** Types of columns: the first that most values fit. */
const TYPES = {
  polygon: /"(Multi)?Polygon"/,
  point: /"Point"|"latitude"/,
  iso: /^\d{4}-\d\d-\d\d/,
  compact: /^(19|20)\d\d[01]\d[0-3]\d$/,
  slashes: /^\d+\/\d+\/\d+/,
  epoch: /^-?\d{11,13}$|^\d{4}-\d\d-/,
  latitude: /^(4[1-9]|[5-8]\d)\.\d{3}/,
  longitude: /^-(1[0-4]\d|[5-9]\d)\.\d{3}/,
  integer: /^-?\d{1,9}(\.0+)?$/,
  money: /^-?\$? ?\d[\d, ]*(\.\d+)? ?\$?$/,
  private: /^\S+@\S+\.\w+$|^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/,
  text: /./,
};
type Type = keyof typeof TYPES;
/** Share of the values that fit a type. */
const MOST = 0.9;

/** Types that a kind of field can have. */
const KINDS: Record<string, readonly Type[]> = {
  text: ['text', 'integer', 'money', 'compact'],
  words: ['text'],
  day: ['iso', 'compact', 'slashes', 'epoch'],
  amount: ['money', 'integer'],
};

/**
 * The kind of a field, folded names that leave no doubt, parts of names that are worth a guess, and how it is
 * read: absent: as text, or as a day in the form of its values.
 */
type Guess = readonly [field: string, kind: string, sure: string, likely: string, read?: string];

/** By dataset, in the order in which fields take columns. */
const GUESSES: Record<string, readonly Guess[]> = {
  permits: [
    [
      'permit_number_raw',
      'text',
      'permitnumber permitno permitnum permitnbr permitid buildingpermitnumber numeropermis nopermis idpermis',
      'permitn permisn number numero folderno record fileno applicationn bpno',
    ],
    [
      'issued_date',
      'day',
      'issueddate issuedate dateissued permitissuedate dateemission datedelivrance',
      'issu emission delivr',
    ],
    [
      'application_date',
      'day',
      'applicationdate applieddate datedemande',
      'appl submi received demande depot',
    ],
    ['completed_date', 'day', 'completeddate completiondate datecompleted', 'compl final closed fermeture'],
    [
      'permit_type_raw',
      'words',
      'permittype worktype typeofwork typepermis typetravaux',
      'type work nature kind categor',
    ],
    ['status_raw', 'words', 'status permitstatus statuscurrent statut', 'status statut state etat'],
    [
      'estimated_cost',
      'amount',
      'cost estimatedcost constructionvalue projectvalue couttravaux',
      'cost value valuation cout valeur montant',
      'cost',
    ],
    [
      'work_description',
      'words',
      'description workdescription permitdescription descriptiontravaux',
      'desc detail purpose scope travaux',
      'withoutContacts',
    ],
    ['postal_code', 'words', 'postalcode codepostal', 'postal'],
    [
      'address',
      'words',
      'address fulladdress streetaddress civicaddress adresse',
      'addr adresse location site emplacement street',
    ],
    [
      'neighbourhood',
      'words',
      'neighbourhood neighbourhoodname community quartier arrondissement',
      'neighb communit quartier arrond',
    ],
    ['ward', 'text', 'ward', 'ward district'],
    [
      'building_type',
      'words',
      'buildingtype buildinguse typebatiment',
      'building batiment structure occupancy',
    ],
    [
      'dwelling_units_created',
      'amount',
      'unitscreated dwellingunitscreated',
      'units dwelling logement',
      'dwellings',
    ],
    ['floor_area_sqm', 'amount', 'floorareasqm', 'sqm metre', 'squareMetres'],
    ['floor_area_sqm', 'amount', 'floorareasqft', 'sqft feet area superficie', 'squareFeet'],
    ['contractor_name', 'words', '', 'contractor builder entrepreneur'],
    ['applicant_name', 'words', '', 'applicant requerant demandeur'],
  ],
  zoning: [
    [
      'zone_code',
      'text',
      'zone zoning zonecode zoningcode codezone codezonage nozone',
      'zon code symbol grille',
    ],
    ['zone_description', 'words', 'zonedescription zonedesc zonename', 'desc name title nom class categor'],
  ],
};

/** Fields whose absence is named. */
const WANTED = ['permit_number_raw', 'issued_date', 'permit_type_raw', 'zone_code'];

/** Parts of the names of columns on persons, which are neither read nor sampled. */
const PERSONAL = 'owner proprietaire phone fax mail courriel contact';

const hasPart = (name: string, parts: string) => parts.split(' ').some((part) => name.includes(part));

export interface Guessed {
  /** Properties of `fields`. */
  fields: Property[];
  /** Columns that no field reads, personal ones included. */
  unused: string[];
  personal: string[];
  polygon: string | undefined;
  /** The first distinct values of a column. */
  shown: (column: string) => string;
  columnOf: (field: string) => string | undefined;
}

/** Never two columns for one field: those that are passed over are named beside it. */
export function guess(dataset: string, {columns, rows}: Head): Guessed {
  const shown = (column: string) => {
    const values = rows.flatMap((row) => row[column]?.replace(/\s+/g, ' ').slice(0, 40) ?? []);
    const first = [...new Set(values)].slice(0, 3).map((one) => JSON.stringify(one));
    return `${column} (${first.join(', ') || 'blank'})`;
  };
  const all = columns
    .filter((name) => !name.startsWith(':'))
    .map((name) => [name, typeOf(name, rows)] as const);
  const isPersonal = ([name, type]: (typeof all)[number]) =>
    type === 'private' || hasPart(foldName(name), PERSONAL);
  const free = new Map(all.filter((one) => !isPersonal(one)));
  const taken = new Map<string, string>();
  const fields: Property[] = [];
  for (const [field, kind, sure, likely, read] of GUESSES[dataset] ?? []) {
    const isSure = (name: string) => sure.split(' ').includes(foldName(name));
    const fitting = [...free].flatMap(([name, type]) => {
      const isLikely = isSure(name) || hasPart(foldName(name), likely);
      return isLikely && type && KINDS[kind]?.includes(type) ? name : [];
    });
    const [column, ...others] = fitting.toSorted((a, b) => Number(isSure(b)) - Number(isSure(a)));
    if (taken.has(field)) continue;
    if (column === undefined) {
      if (WANTED.includes(field)) fields.push({name: field, todo: `no column looks like ${field}`});
      continue;
    }
    const rivals = others.filter((name) => isSure(name) || !isSure(column));
    const doubt = `${field} is a guess: ${[column, ...rivals].map(shown).join(', or ')}`;
    const form = free.get(column);
    const args = kind === 'day' && form !== 'iso' ? [column, form] : [column];
    const value = new Call(read ?? (kind === 'day' ? 'day' : 'text'), ...args);
    fields.push({name: field, value, todo: isSure(column) && !rivals.length ? undefined : doubt});
    taken.set(field, column);
    free.delete(column);
  }
  const [polygon, point, lat, lng] = (['polygon', 'point', 'latitude', 'longitude'] as const).map(
    (type) => [...free].find((one) => one[1] === type)?.[0],
  );
  const degrees = lat && lng ? {form: 'columns', lat, lng} : null;
  const place = point ? {form: 'geojson', column: point} : degrees;
  if (dataset === 'permits' && place) fields.push({name: '...', value: new Call('located', place)});
  const used = dataset === 'permits' ? Object.values(place ?? {}) : [polygon];
  const personal = all.filter(isPersonal).map(([name]) => name);
  const unused = [...[...free.keys()].filter((name) => !used.includes(name)), ...personal];
  return {fields, unused, personal, polygon, shown, columnOf: (field) => taken.get(field)};
}

/** Null for a column without values. */
function typeOf(column: string, rows: Head['rows']): Type | null {
  const values = rows.flatMap((row) => row[column]?.trim() ?? []);
  const fits = (type: RegExp) => values.filter((one) => type.test(one)).length >= MOST * values.length;
  return (values.length && (Object.entries(TYPES).find(([, type]) => fits(type))?.[0] as Type)) || null;
}
