/**
 * Government institutions as filers of lobbying reports spell them: some with a tail, some by a former name.
 */
import {tabled} from '../lists.ts';
import type {Random} from '../prng.ts';

export const HOUSE = 'House of Commons';
export const SENATE = 'Senate of Canada';

/** The most lobbied first. */
export const INSTITUTIONS = `
  House of Commons; Innovation, Science and Economic Development Canada; Prime Minister's Office (PMO); Finance Canada (FIN);
  Environment and Climate Change Canada; Transport Canada (TC); Global Affairs Canada (GAC); Natural Resources Canada (NRCan);
  Senate of Canada; Privy Council Office (PCO); Health Canada (HC); Agriculture and Agri-Food Canada (AAFC);
  Treasury Board Of Canada Secretariat (TBS); Public Services and Procurement Canada (PSPC); Infrastructure Canada (INFC);
  Employment and Social Development Canada (ESDC); National Defence (DND); Canadian Heritage (PCH);
  Canada Revenue Agency (CRA); Public Safety Canada (PS); Immigration, Refugees and Citizenship Canada (IRCC);
  Fisheries and Oceans Canada (DFO); Justice Canada (JC); Indigenous Services Canada (ISC);
  Atlantic Canada Opportunities Agency (ACOA); Western Economic Diversification Canada (WD); Industry Canada;
  Environment Canada; Canadian Food Inspection Agency (CFIA); Bank of Canada; Statistics Canada (StatCan);
  Canadian Radio-television and Telecommunications Commission (CRTC); Canada Mortgage and Housing Corporation (CMHC);
  Federal Economic Development Agency for Southern Ontario (FedDev); Parks Canada (PC); Veterans Affairs Canada (VAC);
  Canadian Nuclear Safety Commission (CNSC); Competition Bureau (COMP); National Research Council (NRC); Elections Canada
`
  .split(';')
  .map((name) => name.trim());

/** An institution; the first of the list come up most. */
export function pickInstitution(rng: Random): string {
  return INSTITUTIONS[Math.floor(INSTITUTIONS.length * rng.next() ** 1.9)] ?? HOUSE;
}

/** Several, each once. */
export function pickInstitutions(rng: Random, count: number): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(pickInstitution(rng));
  return [...found];
}

/** Offices of people who are no politicians: title in English and French, and a branch. */
export const OFFICES = tabled(`
  Director of Policy | Directrice des politiques | Minister's Office
  Policy Advisor | Conseiller en politiques | Minister's Office
  Chief of Staff | Chef de cabinet | Minister's Office
  Deputy Minister | Sous-ministre | Deputy Minister's Office
  Assistant Deputy Minister | Sous-ministre adjoint | Strategic Policy Branch
  Director General | Directrice générale | Programs Branch
  Manager, Regulatory Affairs | Gestionnaire, affaires réglementaires | Regulatory Directorate
  Senior Analyst | Analyste principale | Economic Analysis
`);

/** Titles of people who work for a member; they are listed under the House of Commons too. */
export const STAFF = tabled(`
  Policy Advisor | Conseiller en politiques
  Legislative Assistant | Adjoint législatif
  Parliamentary Assistant to the Member | Adjointe parlementaire de la députée
  Constituency Assistant | Adjointe de circonscription
  Chief of Staff to the Member of Parliament | Chef de cabinet du député
`);
