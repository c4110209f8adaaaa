/**
 * What pages explain of a field, where its label alone leaves a reader in doubt. The help of columns is written
 * for programs, and stays in the documents of the API.
 */
import {type Labels, label} from './label.ts';

const PERIOD = label(
  'The period of the contract as it stands today, amendments included.',
  'La période du contrat telle qu’elle est aujourd’hui, modifications comprises.',
);
/** By field, or by dataset and field. */
export const READER_HELP: Labels = {
  procurement_method: label(
    'How the supplier was chosen: by a competition, without one, or after a notice that let others come forward.',
    'La façon dont le fournisseur a été choisi\u00a0: par concurrence, sans concurrence, ou après un préavis qui permettait à d’autres de se manifester.',
  ),
  solicitation_procedure: label(
    'How bids were asked for, in the words of the publisher.',
    'La façon dont les soumissions ont été demandées, dans les mots de l’éditeur.',
  ),
  original_value: label(
    'The value of the first version, before any amendment.',
    'La valeur de la première version, avant toute modification.',
  ),
  amendment_value: label(
    'How far amendments moved the value from that of the first version.',
    'L’écart entre la valeur actuelle et celle de la première version.',
  ),
  contract_period_start: PERIOD,
  contract_period_end: PERIOD,
  end_user: label(
    'The organization that uses what was bought, where another one signed the contract.',
    'L’organisation qui utilise ce qui a été acheté, lorsqu’une autre a signé le contrat.',
  ),
  'awards.closing_date': label(
    'The closing date of the tender with the same solicitation number.',
    'La date de clôture de l’appel d’offres qui porte le même numéro d’invitation.',
  ),
  agreement_number: label(
    'The number that the institution gave the agreement. Different agreements may share one.',
    'Le numéro que l’institution a donné à l’entente. Plusieurs ententes peuvent avoir le même.',
  ),
  recipient_province: label(
    'As the institution published it, even where it does not fit the city.',
    'Telle que l’institution l’a publiée, même si elle ne correspond pas à la ville.',
  ),
  'research_grants.institution': label(
    'Missing where the award was paid to the person.',
    'Absent lorsque la bourse a été versée à la personne.',
  ),
  'research_grants.award_amount': label(
    'The amount paid in this fiscal year. An award of several years has one record for each.',
    'Le montant versé dans cet exercice. Un octroi de plusieurs années a une fiche pour chacune.',
  ),
  'infrastructure_projects.status': label(
    'Told from the dates of construction, since the publisher gives no status.',
    'Déduit des dates de construction, car l’éditeur ne publie pas d’état.',
  ),
  total_eligible_cost: label(
    'The cost of the whole project that programs may pay for. The federal contribution is a part of it.',
    'Le coût de tout le projet que les programmes peuvent financer. La contribution fédérale en est une partie.',
  ),
  'infrastructure_projects.start_date': label(
    'The actual start of construction where it is published, else the one that was forecast.',
    'Le début réel des travaux s’il est publié, sinon le début prévu.',
  ),
  'infrastructure_projects.end_date': label(
    'The actual end of construction where it is published, else the one that was forecast.',
    'La fin réelle des travaux si elle est publiée, sinon la fin prévue.',
  ),
  'lobbying_registrations.lobbyist_name': label(
    'The person who files: a consultant, or the officer who files for an employer.',
    'La personne qui fait la déclaration\u00a0: un lobbyiste-conseil, ou le dirigeant qui déclare pour un employeur.',
  ),
  'lobbying_registrations.communications_count': label(
    'Reported communications that fall under this version of the registration.',
    'Les communications déclarées qui relèvent de cette version de l’enregistrement.',
  ),
  'lobbying_communications.lobbyist_firm': label(
    'The firm named by the registration that was in force on that day.',
    'Le cabinet que nomme l’enregistrement en vigueur ce jour-là.',
  ),
  'bills.home_chamber': label(
    'The chamber in which the bill was introduced. It must pass both.',
    'La chambre où le projet de loi a été déposé. Il doit être adopté par les deux.',
  ),
  'bills.sponsor_party': label(
    'The party of the sponsor on the day of introduction.',
    'Le parti de la personne qui parraine le projet de loi, le jour du dépôt.',
  ),
  'bills.sectors': label(
    'Found by key words in the titles: a bill may touch other sectors, too.',
    'Trouvés par mots clés dans les titres\u00a0: un projet de loi peut toucher d’autres secteurs.',
  ),
  'permits.status_raw': label(
    'The state in the words of the municipality. Those words differ from one to another.',
    'L’état dans les mots de la municipalité. Ces mots changent d’une municipalité à l’autre.',
  ),
  'permits.dwelling_units_created': label(
    'Dwellings that the work adds. Below zero: it removes some.',
    'Les logements que les travaux ajoutent. Sous zéro\u00a0: ils en retirent.',
  ),
  'permits.address_count': label(
    'How many addresses the municipality lists under this permit.',
    'Le nombre d’adresses que la municipalité inscrit à ce permis.',
  ),
  'organizations.business_number': label(
    'The first nine digits of the number of the Canada Revenue Agency, where a record gives it.',
    'Les neuf premiers chiffres du numéro de l’Agence du revenu du Canada, lorsqu’une fiche le donne.',
  ),
};
