/** What is read of a published name of an organization: its key, its form and its places. */
import {describe, expect, test} from 'vitest';
import {legalName, readOrganizationName} from '../../datasets/rules/organization_names.ts';
import {vendorKey} from '../../datasets/rules/text.ts';
import fc from '../helpers/fast_check.ts';

describe('a published name', () => {
  test.each([
    ['The Hudson’s Bay Company', ['hudsons bay'], []],
    ['9123-4567 Québec inc.', ['#91234567 quebec'], []],
    ['0012345 B.C. Ltd', ['#12345 british columbia'], []],
    ["University of Ottawa / Université d'Ottawa", ['university of ottawa', 'universite dottawa'], []],
    ['Gullhaven, District of', ['district of gullhaven'], []],
    ['Aecon / Kiewit Joint Venture', ['aecon kiewit joint venture'], []],
    ['1234567 Ontario Inc. o/a Bob’s Plumbing', ['#1234567 ontario'], ['bobs plumbing']],
    ['Ulys (formerly known as Old Ulys Ltd.)', ['ulys'], ['old ulys']],
    ['Data Aka Systems', ['data aka systems'], []],
    ['Acme Ventures Ltd. o/a Apex', ['acme ventures'], []],
    ['Univ. of the Tern Coast', ['university of the tern coast'], []],
    ['Univ. de la Côte-aux-Sternes', ['universite de la cote aux sternes'], []],
    ['The Board of Governors of Ternhill College', ['ternhill college'], []],
    ['University of Ternhill, The Governing Council of the', ['university of ternhill'], []],
    ['The Corporation of the Township of Ternhill', ['township of ternhill'], []],
    ['Her Majesty the Queen in Right of the Province of Manitoba', ['crown in right of manitoba'], []],
    ['His Majesty the King in right of Manitoba', ['crown in right of manitoba'], []],
    ['Sa Majesté le Roi du chef du Manitoba', ['couronne du chef du manitoba'], []],
    ['L’Université de Sternes', ['universite de sternes'], []],
    ['La Baie des Sternes inc.', ['la baie des sternes'], []],
    ['La Société des Sternes', ['societe des sternes'], []],
    ['Tern Growers Co-op', ['tern growers cooperative'], []],
    ['Tern Bros. Mfg. Ltd.', ['tern brothers manufacturing'], []],
    ['Tern Arts Council c/o Gull Law LLP', ['tern arts council'], []],
    ['Tern Lake First Nation | Première Nation', ['tern lake first nation'], []],
    ['Ternhill College/Collège Ternhill', ['ternhill college', 'college ternhill'], []],
    ['Town of Ternhill / Collège de Ternhill', ['town of ternhill college de ternhill'], []],
    ['Sternes de la Baie inc. / Gull Marine Ltd.', ['sternes de la baie incorporated gull marine'], []],
    [
      'Alpha inc., Beta ltée et Gamma, en coentreprise',
      ['alpha incorporated beta limited and gamma en coentreprise'],
      [],
    ],
    [
      'Ferme Roc enr., faisant affaire sous le nom de Les Jardins du Roc',
      ['ferme roc'],
      ['les jardins du roc'],
    ],
  ])('%s', (name, legal, aliases) => {
    expect(readOrganizationName(name)).toMatchObject({legal, aliases, generic: null});
  });

  test.each([
    '',
    '  ',
    '—',
    'n/a',
    'N.A.',
    'Private Individual',
    'Particulier',
    'Construction Inc.',
    'Holdings',
    'Owner',
    'Ltd.',
    'First Nation',
    'Première Nation',
    'Agricultural Society',
  ])('%s names nobody', (name) => {
    expect(readOrganizationName(name)).toMatchObject({legal: [], generic: 'generic name'});
  });

  test.each(['Tern, Maria', 'van der Tern, J. P.', "O'TERN, MARIA", 'Dr. Maria J. Tern', 'Mme Maria Tern'])(
    '%s is a person',
    (name) => {
      expect(readOrganizationName(name)).toMatchObject({legal: [], generic: 'name of a person'});
    },
  );

  test.each([
    'Tern, Ltd.',
    'Tern Homes, Halifax',
    'Ternhill, Town of',
    'Tern, Ontario',
    'Tern, The',
    'Dr. Tern Clinic Inc.',
  ])('%s is no person', (name) => {
    expect(readOrganizationName(name).generic).toBeNull();
  });

  test.each(['Ontario Inc.', 'Canada Ltd', '1234567', '9123-4567 inc.'])(
    '%s lacks its number or jurisdiction',
    (name) => {
      expect(readOrganizationName(name)).toMatchObject({
        legal: [],
        generic: 'numbered company without number',
      });
    },
  );

  test('never differs by more than the vendor key does', () => {
    const words = fc.constantFrom(
      'The',
      'Acme',
      'and',
      '&',
      'Ltd.',
      'inc',
      'Co',
      'Élan',
      "O'Neil",
      'ltée',
      ',',
      'LLP',
      'Bay',
      '(',
      ')',
    );
    fc.assert(
      fc.property(
        fc.array(words, {minLength: 1, maxLength: 6}),
        fc.array(words, {minLength: 1, maxLength: 6}),
        (a, b) => {
          const [one, other] = [a.join(' '), b.join(' ')];
          if (vendorKey(one) === vendorKey(other)) expect(legalName(one)).toBe(legalName(other));
          expect(legalName(one.toUpperCase())).toBe(legalName(one));
        },
      ),
    );
  });
});
