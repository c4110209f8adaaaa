/** Words of which the names of the invented vendors are made. */
import {listed} from '../lists.ts';

export const STEMS = listed(`
  Ardenwick, Bellcroft, Caldmere, Dunhollow, Elmsgate, Fenbrook, Garrowby, Hathermoor, Inglefen,
  Jarrowdale, Keldmarsh, Larkhollow, Marrowfield, Netherby, Oakhampstead, Pellgrove, Quillbrook,
  Ravenmere, Saltcombe, Thornwick, Underhay, Vexmoor, Wexcombe, Yarrowgate, Zellwood, Ashgrovian,
  Brackenhow, Cindermoor, Drakefell, Eskdaleton, Flintmere, Gorsefield, Hollinbeck, Ironhurst,
  Juniperloch, Kestrelmoor, Lindengarth, Mosswater, Northfell, Orchardly, Pinemarsh, Quarrymere,
  Rushbeck, Stonehythe, Tamarackton, Umberfield, Valecroft, Willowfen, Yewbarrow, Amberloch,
  Birchmarrow, Cedarhythe, Dovefell, Emberwick, Foxmere, Granitford, Heronsgate, Islemoor, Jasperfen,
  Kingfisherly, Lochmarsh, Maplehow
`);

export const STEMS_FR = listed(`
  Boréchamp, Clairmontel, Durivage-Neuf, Érablière-du-Lac, Fontbrune, Grandpréval, Hêtrelac, Îlemarie,
  Jolibrisac, Lavoieclaire, Montéglise, Noirmoutel, Ormevaux, Prédelune, Rivebelle, Sapinel-Côté,
  Tremblefort, Val-d’Orée, Verdefontaine, Bœufcombe
`);

export const TRADES = listed(`
  Surveying, Engineering, Construction, Systems, Consulting, Marine Services, Translation, Paving,
  Software, Catering, Logistics, Laboratories, Aviation, Environmental, Training, Security,
  Plumbing and Heating, Graphic Design, Scientific Supply, Geomatics, Office Furniture, Janitorial,
  Networks, Dredging, Research
`);

export const TRADES_FR = listed(`
  Services-conseils, Génie civil, Constructions, Traductions, Équipements, Informatique, Entretien,
  Aménagements, Sécurité, Géomatique, Transports, Laboratoires, Électricité, Formation, Imprimerie,
  Mobilier
`);

/** Second names; the first of them is none. */
export const SECONDS = [
  '',
  ...listed(`
  Tilby, Marsden, Okafor, Lindqvist, Beaudrillon, Sandhurst, Pereira, Nakamichi, Vandermolen,
  Castellane, Iverness, Drummell, Kowalke, Rasmund, Thibaudin, Ostrander, Quennell, Abernathe,
  Zielinska, Fairbourne, Haldorsen, Minguez, Tanaquil, Wolverton, Ekström, Delorimond, Singhara,
  Mbekiwe, Charlevy
`),
];
