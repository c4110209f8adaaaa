/** Help of `provenance` in French, by its English text. */
import {MADE_LABELS, NO_BYTES, NO_CELLS, WHAT_MADE, WHY_NO_BYTES, WHY_NO_CELLS} from '../provenance.ts';
import {withReasons} from '../reasons.ts';

export const PROVENANCE_HELP: Readonly<Record<string, string>> = {
  'true: the record also has `provenance`: for each field the file, the line or element, the column, its text as published and the rule that read it':
    'true\u00a0: la fiche a aussi `provenance`\u00a0: pour chaque champ le fichier, la ligne ou l’élément, la colonne, son texte tel que publié et la règle qui l’a lu',
  'only with `provenance=true`: where each field was read':
    'seulement avec `provenance=true`\u00a0: où chaque champ a été lu',
  'rows of files that the record is made of; null: not known, or 10,000 and more':
    'lignes de fichiers dont la fiche est faite; null\u00a0: nombre inconnu, ou 10\u00a0000 et plus',
  'those that gave a field, and others up to 20': 'celles qui ont donné un champ, et d’autres jusqu’à 20',
  'every field of the record, in its order': 'tous les champs de la fiche, dans leur ordre',
  'number among the rows of the record': 'numéro parmi les lignes de la fiche',
  'true: most fields come from it': 'true\u00a0: la plupart des champs en viennent',
  'name, behind that of its zip': 'nom, après celui de son zip',
  'where the file was fetched': 'où le fichier a été récupéré',
  'SHA-256 of the file': 'SHA-256 du fichier',
  'when it was first fetched': 'quand il a été récupéré pour la première fois',
  'of its text, or `binary`': 'de son texte, ou `binary`',
  'generation of its header': 'génération de son en-tête',
  'line, or row of the sheet': 'ligne, ou rangée de la feuille',
  'number of the row among the items of its array, or among the rows of a set of documents':
    'numéro de la ligne parmi les éléments de son tableau, ou parmi les lignes d’un ensemble de documents',
  'sheet and row of a workbook, or the document of a set':
    'feuille et rangée d’un classeur, ou document d’un ensemble',
  'where the row begins in the file, 0 being its first byte; null in files that are packed or recoded':
    'où la ligne commence dans le fichier, 0 étant son premier octet; null dans les fichiers compressés ou recodés',
  'length of the row there': 'longueur de la ligne à cet endroit',
  [withReasons(WHY_NO_BYTES, NO_BYTES, 'en')]: withReasons(WHY_NO_BYTES, NO_BYTES, 'fr'),
  'name of the column, key or path, as the file has it':
    'nom de la colonne, clé ou chemin, comme dans le fichier',
  'the cell as published, at most 2,000 characters; null for a blank one':
    'la cellule telle que publiée, au plus 2\u00a0000 caractères; null si elle est vide',
  'characters of the whole cell; null for a blank one':
    'caractères de toute la cellule; null si elle est vide',
  'name of the field': 'nom du champ',
  'the field function that read the cells, of those that docs/inside/datasets.md lists; null: none':
    'la fonction qui a lu les cellules, parmi celles qu’énumère docs/inside/datasets.md; null\u00a0: aucune',
  [withReasons(WHAT_MADE, MADE_LABELS, 'en')]: withReasons(WHAT_MADE, MADE_LABELS, 'fr'),
  'number of its row': 'numéro de sa ligne',
  'what was read, in the order in which the rule reads': 'ce qui a été lu, dans l’ordre de la règle',
  'other fields that it follows from': 'autres champs dont il découle',
  [withReasons(WHY_NO_CELLS, NO_CELLS, 'en')]: withReasons(WHY_NO_CELLS, NO_CELLS, 'fr'),
};
