/** Why rows belong together, in both languages. */
import {type Labels, label} from './label.ts';

export const JOIN_RULE_LABELS: Labels = {
  'earlier version': label('earlier version', 'version antérieure'),
  'same number, vendor, date and original value': label(
    'same number, vendor, date and original value',
    'même numéro, même fournisseur, même date et même valeur initiale',
  ),
  'same number, vendor and date': label(
    'same number, vendor and date',
    'même numéro, même fournisseur et même date',
  ),
  'same number, vendor and original value': label(
    'same number, vendor and original value',
    'même numéro, même fournisseur et même valeur initiale',
  ),
  "same number, the vendor's latest contract before it": label(
    "same number, the vendor's latest contract before it",
    'même numéro, dernier contrat antérieur du fournisseur',
  ),
  'same number, the only contract of the vendor': label(
    'same number, the only contract of the vendor',
    'même numéro, seul contrat du fournisseur',
  ),
  'same number, date and original value': label(
    'same number, date and original value',
    'même numéro, même date et même valeur initiale',
  ),
  'same number, vendor name cut off': label(
    'same number, vendor name cut off',
    'même numéro, nom du fournisseur tronqué',
  ),
  'same number, the contract has an amendment of the vendor': label(
    'same number, the contract has an amendment of the vendor',
    'même numéro, le contrat a une modification de ce fournisseur',
  ),
  'the only contract of the number': label('the only contract of the number', 'seul contrat de ce numéro'),
  'amendment of the same number and vendor': label(
    'amendment of the same number and vendor',
    'modification du même numéro et du même fournisseur',
  ),
  'amendment of the same number, date and original value': label(
    'amendment of the same number, date and original value',
    'modification du même numéro, de la même date et de la même valeur initiale',
  ),
  'amendment of the same number, vendor name cut off': label(
    'amendment of the same number, vendor name cut off',
    'modification du même numéro, nom du fournisseur tronqué',
  ),
  'amendment entered as a contract': label(
    'amendment entered as a contract',
    'modification inscrite comme contrat',
  ),
  'correction of the contract': label('correction of the contract', 'correction du contrat'),
  'number with an ending; same vendor, date and original value': label(
    'number with an ending; same vendor, date and original value',
    'numéro suivi d’un suffixe; même fournisseur, même date et même valeur initiale',
  ),
  'no number; same vendor, date and original value': label(
    'no number; same vendor, date and original value',
    'sans numéro; même fournisseur, même date et même valeur initiale',
  ),
  'standing offer of the same number and vendor': label(
    'standing offer of the same number and vendor',
    'offre à commandes du même numéro et du même fournisseur',
  ),
  'entry of the same number': label('entry of the same number', 'inscription du même numéro'),
  'entry of the same number and supplier': label(
    'entry of the same number and supplier',
    'inscription du même numéro et du même fournisseur',
  ),
  'entry of the same number that continues the total': label(
    'entry of the same number that continues the total',
    'inscription du même numéro qui poursuit le total',
  ),
  'entry of the same number and day of award': label(
    'entry of the same number and day of award',
    'inscription du même numéro et du même jour d’attribution',
  ),
  'entry of the same number, the latest original': label(
    'entry of the same number, the latest original',
    'inscription du même numéro, dernier contrat initial',
  ),
  'entry repeated': label('entry repeated', 'inscription répétée'),
  'same reference and start date': label(
    'same reference and start date',
    'même référence et même date de début',
  ),
  'same reference and agreement number': label(
    'same reference and agreement number',
    'même référence et même numéro d’entente',
  ),
  'same reference and recipient': label(
    'same reference and recipient',
    'même référence et même bénéficiaire',
  ),
  'same reference and business number': label(
    'same reference and business number',
    'même référence et même numéro d’entreprise',
  ),
  'same reference': label('same reference', 'même référence'),
  'same reference, agreement number and recipient': label(
    'same reference, agreement number and recipient',
    'même référence, même numéro d’entente et même bénéficiaire',
  ),
  'same reference, agreement number and business number': label(
    'same reference, agreement number and business number',
    'même référence, même numéro d’entente et même numéro d’entreprise',
  ),
  'same agreement number, start date and recipient': label(
    'same agreement number, start date and recipient',
    'même numéro d’entente, même date de début et même bénéficiaire',
  ),
  'same agreement number, start date and business number': label(
    'same agreement number, start date and business number',
    'même numéro d’entente, même date de début et même numéro d’entreprise',
  ),
  'same agreement number and start date, longer name of the recipient': label(
    'same agreement number and start date, longer name of the recipient',
    'même numéro d’entente et même date de début, nom plus long du bénéficiaire',
  ),
  'listed at another address': label('listed at another address', 'inscrit à une autre adresse'),
  'listed again at one address': label('listed again at one address', 'inscrit de nouveau à la même adresse'),
  'revision of the permit': label('revision of the permit', 'révision du permis'),
  'another row of the revision': label('another row of the revision', 'autre ligne de la révision'),
  'another occupancy of the permit': label('another occupancy of the permit', 'autre usage du permis'),
  'an earlier row of the folder': label('an earlier row of the folder', 'ligne antérieure du dossier'),
  'an earlier sheet has the permit': label(
    'an earlier sheet has the permit',
    'permis déjà inscrit dans une feuille antérieure',
  ),
  'version published again': label('version published again', 'version publiée de nouveau'),
  'earlier version of the report': label('earlier version of the report', 'version antérieure du rapport'),
};
