/** Ottawa: a workbook a year, a sheet a month, in two eras; that of 2024 and 2025 has a rolled-up sheet besides. */
import {dayOf, iso} from '../../dates.ts';
import {createBooks, dayCell, type Sheet} from '../books.ts';
import {costNumber, costText, feet, fromFeet, padded, yearOf} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';
import {published} from '../published.ts';
import type {Columns, Written} from '../tables.ts';

const KINDS = kindsOf(`
  4 | demolition | Demolition | Single
  30 | new_construction | Construction | Single
  26 | renovation | Construction | Office
  10 | addition | Construction | Semi-Detached
  3 | change_of_use | Construction | Retail
  4 | other | Construction | Institutional
  10 | other | Pool Enclosure | Single
  0 | other | Sign | Other
`);

const TO_2025 = [
  'ST #',
  'ROAD',
  'PC',
  'WARD',
  'PLAN',
  'LOT',
  'CONTRACTOR',
  'BLG TYPE',
  'MUNICIPALITY',
  'DESCRIPTION',
  'D.U.',
  'VALUE',
  'FT2',
  'PERMIT #',
  'APPL. TYPE',
  'ISSUED DATE',
];
const SINCE_2026 = [
  'STREET ADDRESS',
  'POSTAL CODE',
  'WARD',
  'BUILDING TYPE',
  'COMMUNITY',
  'DESCRIPTION',
  'D.U.',
  'VALUE',
  'SQUARE METRES',
  'PERMIT NUMBER',
  'PERMIT TYPES',
  'PERMIT ISSUED DATE',
];
/** Months of 2026 whose sheets name no kind. */
const KINDLESS = [3, 6];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The last year in the old form of workbooks, which takes much time and memory to write: large corpora have none. */
const LAST_XLS = 2020;
const LARGE = 5_000;
const NEW_ERA = dayOf('2026-01-01');
/** What the rolled-up sheet holds, with the costs of an earlier day. */
const ROLLED = {from: dayOf('2024-01-01'), to: dayOf('2024-08-31'), value: 1_000};
const rolledUp = ({day, number}: Permit): boolean =>
  number !== null && day >= ROLLED.from && day <= ROLLED.to;

const monthOf = (day: number): number => Number(iso(day).slice(5, 7));
const isNew = ({day}: Permit): boolean => day >= NEW_ERA;
const kindless = (permit: Permit): boolean => isNew(permit) && KINDLESS.includes(monthOf(permit.day));

/** Tables are named `2024-05`, the rolled-up one `rolled up`. */
function sheetOf(table: string, lastXls: number): Sheet {
  const [year = '', month = ''] = table.split('-');
  if (table === 'rolled up')
    return {file: 'synthetic-permits-2024-2025.xlsx', sheet: 'Jan to Aug 2024', header: TO_2025, order: 0};
  const number = Number(year);
  const name = number === 2024 || number === 2025 ? '2024-2025' : year;
  const header = number < 2026 ? TO_2025 : SINCE_2026;
  return {
    file: `synthetic-permits-${name}.${number > lastXls ? 'xlsx' : 'xls'}`,
    sheet: `${MONTHS[Number(month) - 1]} ${year}`,
    header:
      number > 2025 && KINDLESS.includes(Number(month))
        ? header.filter((one) => one !== 'PERMIT TYPES')
        : header,
    order: number * 12 + Number(month),
  };
}

const NO_CONTRACTOR = ['CONTRACTOR UNKNOWN', '***CONTRACTOR***'];

/** `14-Jan-20`. */
const worded = (day: number): string => `${iso(day).slice(8, 10)}-${MONTHS[monthOf(day) - 1]}-${yearOf(day)}`;

function columnsOf(permit: Permit): Columns {
  const [kind = '', building = ''] = permit.kind.cells;
  const {place, number, issued, bears} = permit;
  const date = issued === null ? null : bears.includes('date_text') ? worded(issued) : dayCell(issued);
  const value =
    bears.includes('cost_blanks') && permit.cost !== null ? ` ${costText(permit)} ` : costNumber(permit);
  const road = `${place.street} ${place.kind}`;
  const ward = String(place.ward);
  if (isNew(permit))
    return {
      'STREET ADDRESS': `${place.house} ${road}`,
      'POSTAL CODE': place.postal,
      WARD: ward,
      'BUILDING TYPE': building,
      COMMUNITY: place.area,
      DESCRIPTION: permit.text,
      'D.U.': permit.units,
      VALUE: value,
      'SQUARE METRES': permit.area,
      'PERMIT NUMBER': number,
      'PERMIT TYPES': kind,
      'PERMIT ISSUED DATE': date,
    };
  return {
    'ST #': Number(place.house),
    ROAD: road,
    PC: place.postal,
    WARD: ward,
    PLAN: `4M-${1_000 + (place.id % 800)}`,
    LOT: String(place.id % 90),
    CONTRACTOR: bears.includes('no_contractor') ? (NO_CONTRACTOR[permit.index % 2] ?? '') : permit.contractor,
    'BLG TYPE': building,
    MUNICIPALITY: place.area,
    DESCRIPTION: permit.text,
    'D.U.': permit.units,
    VALUE: value,
    FT2: feet(permit.area),
    'PERMIT #': number === null ? null : Number(number),
    'APPL. TYPE': kind,
    'ISSUED DATE': date,
  };
}

export const ottawa: City = {
  slug: 'ottawa',
  valued: true,
  applied: false,
  since: '2011-01-03',
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: ({folder, land}) => createBooks(folder, (table) => sheetOf(table, land.size > LARGE ? 0 : LAST_XLS)),
  number: (index, day) =>
    day < NEW_ERA ? `${yearOf(day)}${padded(index)}` : `A${yearOf(day)}-${padded(index)}`,
  extras: {
    rolled_up: rolledUp,
    date_text: () => true,
    cost_blanks: () => true,
    no_contractor: (of) => !isNew(of),
  },
  further: 'version',
  rows: (permit) => {
    const columns = columnsOf(permit);
    const month: Written = {table: iso(permit.day).slice(0, 7), columns};
    return rolledUp(permit)
      ? [{table: 'rolled up', columns: {...columns, VALUE: ROLLED.value}}, month]
      : [month];
  },
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      lat: null,
      lng: null,
      permit_type_raw: kindless(permit) ? 'Construction' : (permit.kind.cells[0] ?? null),
      address: `${permit.place.house} ${permit.place.street} ${permit.place.kind}`,
      postal_code: permit.place.postal,
      neighbourhood: permit.place.area,
      work_description: published(permit.text),
      contractor_name: isNew(permit) || permit.bears.includes('no_contractor') ? null : permit.contractor,
      dwelling_units_created: permit.units,
      floor_area_sqm: isNew(permit) ? permit.area : fromFeet(feet(permit.area)),
    },
  }),
};
