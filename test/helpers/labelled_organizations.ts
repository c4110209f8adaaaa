/**
 * Pairs of published names with what is true of them: whether they are one organization. Names are invented,
 * or those of well-known organizations. A row is `name = name` (the same) or `name ! name` (two); `@ON`
 * behind a name is the province of its records, `#` and nine digits their business number.
 */
import {HARD} from './labelled_organizations_hard.ts';

export interface LabelledName {
  name: string;
  province: string | null;
  business_number: string | null;
}

export interface LabelledPair {
  names: readonly [LabelledName, LabelledName];
  same: boolean;
  kind: string;
  /** Near names of two organizations, or names of one that look unlike. */
  hard: boolean;
}

const EASY: Readonly<Record<string, string>> = {
  'legal form, case, punctuation': `
Northline Surveying Inc. = NORTHLINE SURVEYING INC
Northline Surveying Inc. = Northline Surveying, Incorporated
Kestrel Breweries Ltd. = Kestrel Breweries Limited
Kestrel Breweries Ltd. = KESTREL BREWERIES
Larkspur Homes Ltd = LARKSPUR HOMES LTD.
Calcul Boréal inc. = CALCUL BOREAL INC
Mesures Rive-Nord ltée = Mesures Rive Nord limitée
Mesures Rive-Nord ltée = MESURES RIVE-NORD LTEE
Rogers Communications Canada Inc. = ROGERS COMMUNICATIONS CANADA INC
TELUS Communications Inc. = Telus Communications
Canadian National Railway Company = Canadian National Railway Co.
Canadian Pacific Railway Limited = CANADIAN PACIFIC RAILWAY LTD.
Hudson's Bay Company = Hudson’s Bay Company, The
Hudson's Bay Company = HUDSONS BAY CO
The Bank of Nova Scotia = Bank of Nova Scotia
The Globe and Mail Inc. = Globe & Mail Inc.
Magna International Inc. = Magna International
Bombardier inc. = BOMBARDIER INC.
CGI Inc. = CGI INC
IBM Canada Ltd. = IBM CANADA LIMITED
IBM Canada Ltd. = IBM Canada Ltée
Microsoft Canada Inc. = MICROSOFT CANADA INC.
General Dynamics Land Systems - Canada Corporation = General Dynamics Land Systems Canada Corp.
General Motors of Canada Company = GENERAL MOTORS OF CANADA CO.
Ford Motor Company of Canada, Limited = Ford Motor Co. of Canada Ltd.
Irving Shipbuilding Inc. = Irving Shipbuilding
Seaspan ULC = SEASPAN
Dell Canada Inc. = Dell Canada, Inc
Siemens Canada Limited = Siemens Canada Ltd
Deloitte LLP = DELOITTE L.L.P.
KPMG LLP = KPMG s.r.l./S.E.N.C.R.L.
McCarthy Tétrault LLP = McCarthy Tetrault S.E.N.C.R.L., s.r.l.
Ernst & Young LLP = Ernst and Young LLP
Smith & Jones Ltd. = Smith and Jones Limited
Tremblay et Fils inc. = Tremblay & Fils Inc.
Desjardins, Roy et associés inc. = Desjardins Roy & Associés
PricewaterhouseCoopers LLP = PRICEWATERHOUSECOOPERS
Bird Construction Company Limited = Bird Construction Co. Ltd.
AtkinsRéalis Canada Inc. = ATKINSREALIS CANADA INC
WSP Canada Inc. = WSP CANADA
Stantec Consulting Ltd. = STANTEC CONSULTING LTD
Aecon Group Inc. = AECON GROUP
Babcock Canada Inc. = Babcock (Canada) Inc.
PCL Constructors (Westcoast) Inc. = PCL Constructors Westcoast Inc
Air Canada = AIR CANADA
NAV CANADA = Nav Canada
VIA Rail Canada Inc. = VIA RAIL CANADA
Cascades Canada ULC = Cascades Canada
Saputo inc. = SAPUTO INC
Maple Leaf Foods Inc. = Les aliments MAPLE LEAF FOODS INC. | Maple Leaf Foods
Lantern Ridge GmbH = Lantern Ridge
Brightmoor Systems S.A. = Brightmoor Systems
Dunhollow Geomatics Corp = Dunhollow Geomatics Corporation
L'Atelier Prédelune SRL = L’ATELIER PREDELUNE
A.B.C. Marine Ltd. = ABC Marine Ltd
O'Brien Welding Ltd = OBrien Welding Limited
Riverbend Wetland Society = RIVERBEND WETLAND SOCIETY
Habitat for Humanity Canada = HABITAT FOR HUMANITY CANADA
Université Laval = UNIVERSITE LAVAL
Université de Montréal = Universite de Montreal
The University of Western Ontario = University of Western Ontario
University of Saskatchewan = UNIVERSITY OF SASKATCHEWAN
McGill University = Mcgill University
École de technologie supérieure = Ecole de Technologie Superieure
Hôpital Montfort = HOPITAL MONTFORT
St. Michael's Hospital = St Michaels Hospital
Ducks Unlimited Canada = ducks unlimited canada
Canadian Red Cross Society, The = The Canadian Red Cross Society
CAE inc. = CAE Inc
Lockheed Martin Canada Inc. = Lockheed Martin Canada, Inc.
Thales Canada Inc. = THALES CANADA INC.
Oracle Canada ULC = ORACLE CANADA U.L.C.
Loblaw Companies Limited = LOBLAW COMPANIES LTD
Sobeys Inc. = SOBEYS
Imperial Oil Limited = Imperial Oil Ltd.
Enbridge Gas Inc. = ENBRIDGE GAS INC.
Hydro-Québec = HYDRO QUEBEC
J.D. Irving, Limited = JD IRVING LTD
Hydro One Networks Inc. = Hydro One Networks, Inc.
Royal Roads University = ROYAL ROADS UNIVERSITY
Fraser Health Authority = Fraser Health Authority, The
Canadian Bar Association = The Canadian Bar Association
Inuit Tapiriit Kanatami = INUIT TAPIRIIT KANATAMI
Métis Nation of Ontario = METIS NATION OF ONTARIO
Cargill Limited = Cargill Ltd
Pomerleau inc. = POMERLEAU INC
EllisDon Corporation = EllisDon Corp.
Saint John Shipyard Ltd. = SAINT JOHN SHIPYARD LIMITED
Elmsgate Consulting Corp. = ELMSGATE CONSULTING CORP
Pine & Cedar Joinery Co. = Pine and Cedar Joinery Company
L3Harris Technologies Canada, Inc. = L3HARRIS TECHNOLOGIES CANADA INC`,
  'two languages': `
University of Ottawa | Université d'Ottawa = UNIVERSITY OF OTTAWA
University of Ottawa / Université d'Ottawa = Université d'Ottawa
City of Gatineau | Ville de Gatineau = Ville de Gatineau
Royal Military College of Canada | Collège militaire royal du Canada = Royal Military College of Canada
Canada Council for the Arts | Conseil des arts du Canada = Conseil des Arts du Canada
Riverbend Marsh Trust | Fiducie du marais de Riverbend = Fiducie du marais de Riverbend
Canadian Wildlife Federation | Fédération canadienne de la faune = Canadian Wildlife Federation
Heart and Stroke Foundation of Canada | Fondation des maladies du coeur du Canada = Heart & Stroke Foundation of Canada
Assembly of First Nations | Assemblée des Premières Nations = ASSEMBLY OF FIRST NATIONS
Canadian Association of Wool Producers | Association canadienne des producteurs de laine = Association canadienne des producteurs de laine
Marine Atlantic Inc. | Marine Atlantique S.C.C. = Marine Atlantic
Canadian Museum of History | Musée canadien de l'histoire = Musée canadien de l’histoire
Halifax Port Authority | Administration portuaire de Halifax = HALIFAX PORT AUTHORITY
Genome Canada | Génome Canada = Genome Canada
Institute for Tidal Power / Institut de l'énergie marémotrice = Institute for Tidal Power`,
  'numbered companies': `
1234567 Ontario Inc. = 1234567 ONTARIO INC
1234567 Ontario Inc. = 1234567 Ont. Ltd.
9123-4567 Québec inc. = 91234567 QUEBEC INC
9876-5432 Québec inc. = 9876 5432 Quebec Inc.
0876543 B.C. Ltd. = 876543 BC LTD
7654321 Canada Inc. = 7654321 CANADA INC.
2233445 Alberta Ltd. = 2233445 Alta. Ltd
612345 Saskatchewan Ltd. = 612345 SASK LTD
5544332 Manitoba Ltd. = 5544332 Manitoba Limited
655443 N.B. Ltd. = 655443 New Brunswick Ltd
1234567 Ontario Inc. ! 1234576 Ontario Inc.
1234567 Ontario Inc. ! 1234567 Alberta Ltd.
7654321 Canada Inc. ! 7654321 Ontario Inc.
9123-4567 Québec inc. ! 9123-4576 Québec inc.
0876543 B.C. Ltd. ! 0876534 B.C. Ltd.
Ontario Inc. ! 1234567 Ontario Inc.
Canada Inc. ! 7654321 Canada Inc.
2233445 Alberta Ltd. ! 2233446 Alberta Ltd.
612345 Saskatchewan Ltd. ! 612345 Manitoba Ltd.
9876-5432 Québec inc. ! 9876-5432 Canada inc.`,
  'unlike names': `
Northline Surveying Inc. ! Kestrel Breweries Ltd.
Université Laval ! Université de Montréal
Air Canada ! NAV CANADA
CGI Inc. ! CAE inc.
Riverbend Wetland Society ! Ducks Unlimited Canada
IBM Canada Ltd. ! Microsoft Canada Inc.
Deloitte LLP ! KPMG LLP
Bombardier inc. ! Saputo inc.
Magna International Inc. ! Siemens Canada Limited
Hudson's Bay Company ! Canadian National Railway Company
McGill University ! University of Ottawa | Université d'Ottawa
Habitat for Humanity Canada ! Canadian Red Cross Society, The
Rogers Communications Canada Inc. ! TELUS Communications Inc.
Irving Shipbuilding Inc. ! Seaspan ULC
Thales Canada Inc. ! Lockheed Martin Canada Inc.
Calcul Boréal inc. ! Mesures Rive-Nord ltée
Dunhollow Geomatics Corp ! Lantern Ridge GmbH
Bird Construction Company Limited ! Aecon Group Inc.
Larkspur Homes Ltd ! Brightmoor Systems S.A.
Genome Canada ! Canada Council for the Arts | Conseil des arts du Canada
Hôpital Montfort ! St. Michael's Hospital
Stantec Consulting Ltd. ! WSP Canada Inc.
Marine Atlantic Inc. | Marine Atlantique S.C.C. ! Halifax Port Authority | Administration portuaire de Halifax
O'Brien Welding Ltd ! ABC Marine Ltd
Assembly of First Nations | Assemblée des Premières Nations ! Canadian Wildlife Federation | Fédération canadienne de la faune
private individual ! Private Individual
Individual ! Particulier
N/A ! n/a
Unknown ! Inconnu
Various ! various recipients
Owner ! OWNER
Confidential ! CONFIDENTIAL
Construction Inc. ! CONSTRUCTION LTD.
Consulting ! Consulting Inc.
Holdings Ltd. ! HOLDINGS LTD
Numbered Company ! numbered company`,
  'business number': `
Riverbend Health Cooperative #801111113 = Coopérative santé Riverbend #801111113
Harbour Skills Centre #802222224 = The Harbour Skills Training Ctr. #802222224
Two Rivers Polytechnic #803333335 = Two Rivers Institute of Technology #803333335
Fonds des bâtisseurs #804444446 = Builders' Fund of the North #804444446
Alder Theatre Co-op #805555554 = ALDER THEATRE CO OP #805555554
Maple Growers Union #806666665 = Union des acériculteurs #806666665
Polar Research Station Trust #807777776 = P.R.S. Trust #807777776
Tidewater Community Kitchen #808888887 = Tidewater Cmty Kitchen #808888887
Lakehead Sled Club #809999915 = Lakehead Snowmobile Club #809999915
Granite Peak Rescue #810000018 = Granite Peak Search and Rescue #810000018`,
};

/** A name with its province and business number. */
function nameOf(text: string): LabelledName {
  const [, name = '', mark = ''] = /^(.*?)(?: ([@#][A-Z0-9]+))?$/.exec(text.trim()) ?? [];
  return {
    name,
    province: mark.startsWith('@') ? mark.slice(1) : null,
    business_number: mark.startsWith('#') ? mark.slice(1) : null,
  };
}

const pairsOf = (kinds: Readonly<Record<string, string>>, hard: boolean): LabelledPair[] =>
  Object.entries(kinds).flatMap(([kind, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row): LabelledPair => {
        const [one = '', sign, other = ''] = row.split(/ ([=!]) /);
        return {names: [nameOf(one), nameOf(other)], same: sign === '=', kind, hard};
      }),
  );

export const LABELLED_ORGANIZATIONS: readonly LabelledPair[] = [
  ...pairsOf(EASY, false),
  ...pairsOf(HARD, true),
];
