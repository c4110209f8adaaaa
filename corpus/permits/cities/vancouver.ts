/** Vancouver: an export of Opendatasoft, parted by semicolons, with line breaks inside of cells. */
import type {FileForm} from '../../csv.ts';
import {costText, geoPoint, isoDay, padded, yearOf} from '../forms.ts';
import {type City, ISSUED_ONLY, kindsOf, type Permit} from '../permit.ts';
import {published} from '../published.ts';
import {createCsvTable, tablesOf} from '../tables.ts';

const FORM: FileForm = {
  name: 'synthetic-issued-building-permits.csv',
  header: `PermitNumber PermitNumberCreatedDate IssueDate PermitElapsedDays ProjectValue TypeOfWork Address
    ProjectDescription PermitCategory Applicant ApplicantAddress PropertyUse SpecificUseCategory BuildingContractor
    BuildingContractorAddress IssueYear GeoLocalArea Geom YearMonth geo_point_2d`.split(/\s+/),
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
  delimiter: ';',
};

const KINDS = kindsOf(`
  24 | new_construction | New Building | Dwelling Uses | Laneway House | Low Density Housing
  38 | renovation | Addition / Alteration | Office Uses,Retail Uses | General Office,Retail Store | Field Review
  8 | change_of_use | Addition / Alteration | Service Uses | Restaurant | Tenant Improvement Program
  2 | addition | Addition / Alteration | Dwelling Uses | Single Detached House | Low Density Housing
  14 | demolition | Demolition / Deconstruction | Dwelling Uses | Single Detached House | Enquiry Centre
  13 | other | Salvage and Abatement | Dwelling Uses | - | Enquiry Centre
  1 | other | Temporary Building / Structure | Parking Uses | - | Certified Professional Program
  0 | other | Floating Structure | Dwelling Uses | - | Field Review
`);

const lines = (permit: Permit): boolean => permit.bears.includes('lines_in_cells');

function described({kind: {cells}, text, bears}: Permit): string {
  const [work = '', , , stream = ''] = cells;
  if (bears.includes('no_prefix')) return text;
  return `${stream} - ${work} - ${bears.includes('lines_in_cells') ? text.replace(' ', '\n') : text}`;
}

const street = ({place: {house, street, kind}}: Permit): string => `${house} ${street} ${kind},`;
const town = ({place: {postal}}: Permit): string => `Vancouver, BC ${postal}`;
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

export const vancouver: City = {
  slug: 'vancouver',
  valued: true,
  applied: true,
  since: '2017-01-03',
  kinds: KINDS,
  states: ISSUED_ONLY,
  open: async ({folder, seed}) => tablesOf({permits: await createCsvTable(folder, FORM, seed)}),
  number: (index, day) => `BP-20${yearOf(day)}-${padded(index, 5)}`,
  extras: {lines_in_cells: () => true, no_prefix: () => true},
  rows: (permit) => {
    const [work = '', use = '', category = ''] = permit.kind.cells;
    const {applied, issued, point} = permit;
    const broken = lines(permit) ? '\r\n' : ' ';
    return [
      {
        table: 'permits',
        columns: {
          PermitNumber: permit.number,
          PermitNumberCreatedDate: isoDay(applied),
          IssueDate: isoDay(issued),
          PermitElapsedDays: applied === null || issued === null ? null : issued - applied,
          ProjectValue: costText(permit),
          TypeOfWork: work,
          Address: `${street(permit)}${broken}${town(permit)}`,
          ProjectDescription: described(permit),
          PermitCategory: work === 'New Building' ? 'New Build - Standalone Laneway' : null,
          Applicant: permit.applicant,
          ApplicantAddress: permit.applicant ? '21 BRAMBLE AVE \nVANCOUVER, BC  V0X 0X0' : null,
          PropertyUse: use,
          SpecificUseCategory: category || null,
          BuildingContractor: permit.contractor,
          BuildingContractorAddress: permit.contractor ? '7 THISTLE RD\nBURNABY, BC  V0X 0X1' : null,
          IssueYear: isoDay(issued)?.slice(0, 4) ?? null,
          GeoLocalArea: permit.place.area,
          Geom: geoPoint(point),
          YearMonth: isoDay(issued)?.slice(0, 7) ?? null,
          geo_point_2d: point && `${point[1]}, ${point[0]}`,
        },
      },
    ];
  },
  apart: (permit) => [permit.kind.cells[0] ?? '', `${street(permit)} ${town(permit)}`],
  record: (permit) => ({
    key: [permit.number ?? ''],
    fields: {
      permit_type_raw: permit.kind.cells[0] ?? null,
      address: `${street(permit)} ${town(permit)}`,
      postal_code: permit.place.postal,
      work_description: onOneLine(published(described(permit))),
      neighbourhood: permit.place.area,
      applicant_name: permit.applicant,
    },
  }),
};
