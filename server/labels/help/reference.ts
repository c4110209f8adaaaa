/** All texts of the reference of the API in French: of operations, their parameters and their answers. */
import {ANSWERS_HELP} from './answers.ts';
import {CHANGES_HELP} from './changes.ts';
import {frenchHelp} from './index.ts';
import {OPERATIONS_TEXTS} from './operations.ts';
import {OPERATIONS_HELP} from './operations_help.ts';
import {PROVENANCE_HELP} from './provenance.ts';

const TEXTS = new Map(
  [OPERATIONS_TEXTS, OPERATIONS_HELP, ANSWERS_HELP, CHANGES_HELP, PROVENANCE_HELP].flatMap((texts) =>
    Object.entries(texts),
  ),
);

/** Texts with parts that are computed. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /^Each build is compared with the previous one\. .* Datasets: (.*)\.$/,
    'Chaque version est comparée à la précédente. L’exploitant fixe pendant combien de jours les changements sont conservés, 90 par défaut; aucun ne manque depuis `meta.kept_from`. Si un éditeur publie une fiche sous une autre clé, une fiche est retirée et une autre est ajoutée; les contrats et les subventions gardent leur identifiant là où leurs lignes, ou ce qui les identifie, montrent que c’est la même fiche. Jeux de données\u00a0: $1.',
  ],
  [
    /^For forms that complete what is typed\. Values that begin with `q` come first, then those that contain it; inside each the most frequent first\. Fields by dataset: (.*)$/,
    'Pour les formulaires qui complètent ce qui est tapé. Les valeurs qui commencent par `q` viennent d’abord, puis celles qui le contiennent; dans chacune, de la plus fréquente à la moins fréquente. Champs par jeu de données\u00a0: $1',
  ],
  [
    /^For keys of the Pro and Enterprise tiers\. NDJSON and CSV hold .* Filters by dataset: (.*)\. Permits and zoning also come as .* The Parquet file has .*$/,
    'Pour les clés des forfaits Pro et Enterprise. NDJSON et CSV contiennent toutes les fiches qui répondent aux filtres de la liste du jeu de données, dans son ordre par défaut et avec les champs de ses listes, ou avec `detail=full` ceux d’une fiche seule; la pagination et le tri sont ignorés. Filtres par jeu de données\u00a0: $1. Les permis et le zonage existent aussi en GeoJSON (RFC 7946)\u00a0: une FeatureCollection, dont la géométrie est nulle pour les fiches sans lieu et dont `bbox` vient en dernier. Le fichier Parquet a toutes les colonnes de toutes les fiches et ne prend aucun filtre; il peut être lu par plages. Pour les permis et le zonage, c’est un GeoParquet. Avec `since`, la réponse a des opérations au lieu de fiches, en NDJSON ou Parquet. Si une réponse est interrompue, la connexion se ferme sans le dernier morceau\u00a0: rejetez ce qui est arrivé.',
  ],
];

/** The French of a text of the route table or of a field; null for one without. */
export function frenchReference(text: string): string | null {
  const known = TEXTS.get(text) ?? frenchHelp(text);
  if (known !== null) return known;
  const pattern = PATTERNS.find(([english]) => english.test(text));
  return pattern ? text.replace(...pattern) : null;
}

/** English texts that have a French one here. */
export const TRANSLATED_REFERENCE: readonly string[] = [...TEXTS.keys()];
