/** Who governs: portfolios of each ministry, and the members of the governing caucus who hold them. */
import {at, tabled} from '../lists.ts';
import {random} from '../prng.ts';
import type {Parliament} from './parliaments.ts';
import {covers, type Politician, type Position} from './people.ts';

/**
 * Title of the minister in English and French, and the institution as filers of lobbying reports write it.
 */
const PORTFOLIOS = tabled(`
  Minister of Finance | ministre des Finances | Finance Canada (FIN)
  Minister of Health | ministre de la Santé | Health Canada (HC)
  Minister of Innovation, Science and Industry | ministre de l'Innovation, des Sciences et de l'Industrie | Innovation, Science and Economic Development Canada
  Minister of Environment and Climate Change | ministre de l'Environnement et du Changement climatique | Environment and Climate Change Canada
  Minister of Natural Resources | ministre des Ressources naturelles | Natural Resources Canada (NRCan)
  Minister of Transport | ministre des Transports | Transport Canada (TC)
  Minister of Agriculture and Agri-Food | ministre de l'Agriculture et de l'Agroalimentaire | Agriculture and Agri-Food Canada (AAFC)
  Minister of Canadian Heritage | ministre du Patrimoine canadien | Canadian Heritage (PCH)
  Minister of National Defence | ministre de la Défense nationale | National Defence (DND)
  Minister of Public Safety | ministre de la Sécurité publique | Public Safety Canada (PS)
  Minister of Foreign Affairs | ministre des Affaires étrangères | Global Affairs Canada (GAC)
  Minister of Infrastructure | ministre de l'Infrastructure | Infrastructure Canada (INFC)
  Minister of Labour | ministre du Travail | Employment and Social Development Canada (ESDC)
  Minister of Fisheries, Oceans and the Canadian Coast Guard | ministre des Pêches, des Océans et de la Garde côtière canadienne | Fisheries and Oceans Canada (DFO)
  Minister of Immigration, Refugees and Citizenship | ministre de l'Immigration, des Réfugiés et de la Citoyenneté | Immigration, Refugees and Citizenship Canada (IRCC)
  President of the Treasury Board | président du Conseil du Trésor | Treasury Board Of Canada Secretariat (TBS)
`);

const PMO = "Prime Minister's Office (PMO)";

/** A cabinet is sworn in some days after the election. */
const SWORN_IN = 18;

/**
 * Gives the offices of a parliament to members of the governing caucus: a prime minister, ministers,
 * parliamentary secretaries; critics to others. Members are those elected at its general election.
 */
export function govern(seed: string, parliament: Parliament, members: readonly Politician[]): void {
  const day = parliament.election;
  const elected = members.filter(({mandates}) => mandates.some((one) => one.from === day));
  const governing = elected.filter(({caucuses}) =>
    caucuses.some((one) => covers(one, day) && one.party === parliament.government),
  );
  if (governing.length === 0) return;
  const rng = random(seed, 'cabinet', parliament.number);
  const from = day + SWORN_IN;
  // who led before and still sits leads again
  const prime =
    governing.find((one) => one.positions.some(({kind}) => kind === 'prime minister')) ?? at(governing, 0);
  prime.honorific = 'Right Hon.';
  const end = (of: Politician) => of.mandates.findLast((one) => one.from === day)?.to ?? null;
  const appoint = (person: Politician, begin: number, office: Omit<Position, 'from' | 'to'>) =>
    person.positions.push({...office, from: begin, to: end(person)});
  const leader = {titleEn: 'Prime Minister', titleFr: 'premier ministre', institution: PMO};
  appoint(prime, from, {kind: 'prime minister', ...leader});
  const others = governing.filter((one) => one !== prime);
  const opposition = elected.filter((one) => !governing.includes(one));
  if (others.length === 0) return;
  for (const [i, [titleEn = '', titleFr = '', institution = '']] of PORTFOLIOS.entries()) {
    const minister = at(others, i * 5 + rng.int(3));
    if (minister.honorific === '') minister.honorific = 'Hon.';
    appoint(minister, from, {kind: 'minister', titleEn, titleFr, institution});
    appoint(at(others, i * 5 + 3 + rng.int(2)), from + 10, {
      kind: 'secretary',
      titleEn: `Parliamentary Secretary to the ${titleEn}`,
      titleFr: `secrétaire parlementaire du ${titleFr}`,
      institution: '',
    });
    const critic = opposition[i];
    if (!critic) continue;
    appoint(critic, from + 20, {
      kind: 'critic',
      titleEn: `Critic, ${titleEn.replace('Minister of ', '')}`,
      titleFr: `porte-parole, ${titleFr.replace('ministre ', '')}`,
      institution: '',
    });
  }
}
