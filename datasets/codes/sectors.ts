/** Keywords that give bills their sector tags: a tag applies if a title contains one of its words. */
import {literal} from '../rules/sql.ts';
import {fold} from '../rules/text.ts';

/** Changes with every change of the table, so that tags of two versions can be distinguished. */
export const SECTORS_VERSION = '1';

interface Words {
  en: readonly string[];
  fr: readonly string[];
}

const words = (en: string, fr: string): Words => ({en: list(en), fr: list(fr)});
const list = (text: string): string[] => text.split(',').map((word) => word.trim());

/**
 * Tag -> words and phrases, parted by commas. They are compared folded, whole, and with anything but letters
 * and digits as a blank, over the long and the short title in both languages. A word that one language
 * borrows for something else is left out: `fiscal` occurs in every appropriation act, `recherche` in search
 * and rescue, `school` in residential school, `spectrum` in a disorder.
 */
export const SECTORS: Readonly<Record<string, Words>> = {
  agriculture: words(
    'agriculture, agricultural, agri-food, farm, farms, farmer, farmers, farming, farmland, livestock, grain, grains, wheat, dairy, crops, seeds, soil, pest control products, supply management, local foods',
    'agricole, agricoles, agriculteur, agriculteurs, agroalimentaire, bétail, blé, laitier, laitiers, céréales, semences, sols, élevage, antiparasitaires, gestion de l’offre, aliments locaux',
  ),
  arts_culture: words(
    'arts, artist, artists, culture, cultural, heritage, museum, museums, music, film, theatre, broadcasting, copyright, historic, monuments, poet laureate',
    'artiste, artistes, culturel, culturels, culturelle, culturelles, patrimoine, musée, musées, musique, cinéma, radiodiffusion, droit d’auteur, lieux historiques, propriétés historiques',
  ),
  banking_finance: words(
    'Bank Act, Bank of Canada, banking, infrastructure bank, financial institutions, finance, insurance companies, trust and loan companies, credit unions, credit card, credit cards, payment card, interest rate, bankruptcy, insolvency, creditors, cryptoasset, cryptoassets, money laundering, securities, mortgage insurance',
    'Loi sur les banques, Banque du Canada, opérations bancaires, banque de l’infrastructure, institutions financières, finances, sociétés d’assurances, cartes de crédit, cartes de paiement, taux d’intérêt, faillite, insolvabilité, créanciers, cryptoactifs, blanchiment, valeurs mobilières',
  ),
  competition_consumer: words(
    'competition, consumer, consumers, product safety, hazardous products, labelling, warning label, packaging, advertising, warranty, right to repair, price fixing',
    'concurrence, consommateur, consommateurs, sécurité des produits, produits dangereux, étiquetage, étiquette, emballage, publicité, droit à la réparation, fixation des prix',
  ),
  defence: words(
    'national defence, defence production, Canadian Forces, armed forces, military, soldiers, munitions, arms trade, chemical weapons, nuclear weapons, peacekeeper, peacekeepers, peacekeeping',
    'défense nationale, production de défense, Forces canadiennes, forces armées, militaire, militaires, soldats, sous-munitions, commerce des armes, armes chimiques, armes nucléaires, gardiens de la paix, maintien de la paix',
  ),
  education: words(
    'education, educational, student, students, post-secondary, postsecondary, university, universities, colleges, teacher, teachers, early learning, literacy, apprentices, apprenticeship, school food, school board',
    'éducation, éducatif, éducatifs, étudiant, étudiants, étudiante, étudiantes, dettes d’études, postsecondaire, université, universités, collèges, enseignant, enseignants, enseignement, apprentissage, alphabétisation, scolaire, scolaires',
  ),
  elections: words(
    'election, elections, electoral, voting, vote, ballot, referendum, political financing, political party, political parties, leadership contest',
    'élection, élections, électoral, électorale, électoraux, électorales, voter, scrutin, référendum, circonscription, circonscriptions, financement politique, parti politique, partis politiques, droit de vote',
  ),
  energy: words(
    'energy, oil, petroleum, natural gas, pipeline, pipelines, hydroelectric, electricity, nuclear safety, nuclear energy, nuclear liability, nuclear fuel, renewable, coal, uranium, fuel, fuels, gasoline, ethanol, sustainable jobs',
    'énergie, énergies, énergétique, énergétiques, pétrole, pétrolier, pétroliers, pétrolière, pétrolières, hydrocarbures, gaz naturel, hydroélectrique, électricité, sûreté nucléaire, énergie nucléaire, responsabilité nucléaire, combustible nucléaire, renouvelable, renouvelables, charbon, carburant, carburants, essence, emplois durables',
  ),
  environment: words(
    'environment, environmental, climate, greenhouse gas, greenhouse gases, emissions, pollution, species at risk, endangered species, wildlife, wild animal, national park, national parks, urban park, Parks Canada, conservation, biodiversity, plastic, plastics, toxic substances, asbestos, impact assessment, sustainable development, net-zero, carbon, fresh water, freshwater, drinking water, clean air, green economy, oceans, waste, recycling, ecological, ecosystem, ecosystems, migratory birds',
    'environnement, environnemental, environnementale, environnementaux, environnementales, climat, climatique, climatiques, gaz à effet de serre, espèces en péril, espèces sauvages, espèces animales, faune, parc national, parcs nationaux, parc urbain, Parcs Canada, biodiversité, plastique, plastiques, substances toxiques, amiante, évaluation d’impact, développement durable, carboneutre, carboneutralité, carbone, eau douce, eau potable, air pur, économie verte, océans, déchets, recyclage, écologique, écologiques, écosystème, écosystèmes, oiseaux migrateurs',
  ),
  fisheries: words(
    'fish, fisheries, fishery, fishing, fisher, fishers, fishermen, aquaculture, salmon, lobster, seal, seals, cetaceans, whales',
    'pêche, pêches, pêcheur, pêcheurs, poisson, poissons, saumon, homard, phoque, phoques, cétacés, baleines',
  ),
  foreign_affairs: words(
    'foreign affairs, foreign influence, foreign interference, foreign official, foreign officials, foreign state, foreign states, foreign agents, international trade, international development, development assistance, free trade, trade agreement, trade treaties, trade treaty, partnership agreement, European Union, diplomatic, consular, passport, passports, genocide, special economic measures, Magnitsky, customs tariff, export and import, export development, supply chains',
    'affaires étrangères, influence étrangère, influence étrangers, ingérence étrangère, dirigeants étrangers, État étranger, États étrangers, commerce international, développement international, aide au développement, libre-échange, accord commercial, économique et commercial, traités commerciaux, traité sur le commerce, accord de partenariat, Union européenne, diplomatique, diplomatiques, consulaire, passeport, passeports, génocide, mesures économiques spéciales, Magnitski, tarif des douanes, licences d’exportation, chaînes d’approvisionnement',
  ),
  health: words(
    'health, healthier, medical, medicine, medicines, hospital, hospitals, disease, diseases, cancer, cancers, drug, drugs, cannabis, tobacco, vaping, pandemic, COVID-19, autism, alcohol spectrum disorder, assisted dying, palliative, patients, pharmacare, pharmaceutical, nurses, physicians, dementia, diabetes, organ donation, organ donors, substance use, opioid, opioids, quarantine, dental, suicide, psychotherapy, psychotherapeutic, blood donation, vaccine, vaccines, thalidomide, epilepsy',
    'santé, médical, médicale, médicaux, médicales, médicament, médicaments, hôpital, hôpitaux, maladie, maladies, drogue, drogues, tabac, vapotage, pandémie, autisme, alcoolisation foetale, palliatif, palliatifs, assurance-médicaments, infirmiers, médecins, démence, diabète, don d’organes, donneurs d’organes, opioïde, opioïdes, quarantaine, dentaire, dentaires, psychothérapie, vaccin, vaccins, épilepsie',
  ),
  housing: words(
    'housing, homeless, homelessness, mortgage, mortgages, home buyers, landlord, landlords, tenant, tenants, residential property',
    'logement, logements, habitation, itinérance, sans-abri, hypothèque, hypothèques, hypothécaire, hypothécaires, locataire, locataires, locateur, locateurs, immeubles résidentiels',
  ),
  immigration: words(
    'immigration, immigrant, immigrants, refugee, refugees, asylum, citizenship, visa, visas, temporary resident, temporary residents, permanent residence, foreign workers, foreign credentials, newcomers, naturalization',
    'réfugié, réfugiés, asile, citoyenneté, résident temporaire, résidents temporaires, résidence permanente, travailleurs étrangers, titres de compétences étrangers, nouveaux arrivants, naturalisation',
  ),
  indigenous: words(
    'Indigenous, Aboriginal, First Nation, First Nations, Inuit, Métis, Indian, Indians, self-government, residential school, residential schools, truth and reconciliation, land claims, ribbon skirt, orange shirt, band council, Anishinabek, Cree, Mohawk, Dakota Nation',
    'autochtone, autochtones, Première Nation, Premières Nations, Inuits, Indien, Indiens, Indienne, Indiennes, autonomie gouvernementale, pensionnats, vérité et réconciliation, vérité et la réconciliation, revendications territoriales, jupe à rubans, chandail orange, Anishinabes, Nation dakota',
  ),
  industry_innovation: words(
    'industry, industries, industrial, innovation, science, sciences, research, technology, technologies, business corporations, small business, small businesses, business development, manufacturing, patent, patents, trademark, trademarks, trade-marks, intellectual property, artificial intelligence, Investment Canada, economic development, entrepreneurs, cooperatives, tourism, mining, critical minerals, forestry, softwood, use of wood',
    'industrie, industriel, industriels, industrielle, industrielles, recherche scientifique, recherche et développement, technologie, sociétés par actions, petites entreprises, développement des entreprises, brevet, brevets, marques de commerce, propriété intellectuelle, intelligence artificielle, Investissement Canada, développement économique, coopératives, tourisme, exploitation minière, minéraux critiques, foresterie, bois d’œuvre, utilisation du bois',
  ),
  infrastructure: words(
    'infrastructure, public works, bridge, bridges, public transit, federal real property, building code',
    'infrastructures, travaux publics, pont, ponts, transport en commun, biens immobiliers fédéraux, code du bâtiment',
  ),
  justice: words(
    'justice, judicial, judiciary, judge, judges, court, courts, tribunal, tribunals, Criminal Code, criminal records, youth criminal justice, jury, jurors, human rights, Bill of Rights, divorce, Evidence Act, sentencing, bail, victim, victims, conditional release, parole, pardon, pardons, civil law, statute law',
    'judiciaire, judiciaires, juge, juges, tribunaux, cour suprême, Cours fédérales, Code criminel, casier judiciaire, juré, jurés, droits de la personne, déclaration canadienne des droits, Loi sur la preuve, mise en liberté, victimes, libération conditionnelle, droit civil',
  ),
  labour: words(
    'labour, employment, employee, employees, workers, trade union, trade unions, labour relations, staff relations, pension plans, wages, minimum wage, occupational health, jobs, interns, tradespersons, skilled trades, forced labour, child labour',
    'travail, emploi, emplois, assurance-emploi, employé, employés, travailleurs, syndicat, syndicats, syndicale, syndicales, régimes de pension, salaire, salaires, stagiaires, gens de métier',
  ),
  official_languages: words(
    'official languages, bilingual, bilingualism, French language, language skills, languages skills, linguistic minority, linguistic duality',
    'langues officielles, bilingue, bilingues, bilinguisme, langue française, compétences linguistiques, minorités linguistiques, dualité linguistique',
  ),
  privacy_digital: words(
    'privacy, personal information, personal data, data protection, digital, artificial intelligence, cyber, cybersecurity, cyber security, cyberbullying, online, internet, electronic commerce, electronic documents, access to information, social media',
    'vie privée, renseignements personnels, données personnelles, protection des données, numérique, numériques, intelligence artificielle, cybersécurité, cyberintimidation, en ligne, commerce électronique, documents électroniques, accès à l’information, médias sociaux',
  ),
  public_safety: words(
    'public safety, national security, security intelligence, police, Royal Canadian Mounted Police, firearm, firearms, gun, guns, handguns, terrorism, terrorist, terrorists, border services, Customs Act, preclearance, emergencies, search and rescue, firefighter, firefighters, firefighting, first responders, sex offender, sex offenders, trafficking, organized crime, criminal organization, criminal organizations, radicalization, corrections, DNA identification, identification of criminals, intimate partner, domestic violence, hate crimes, symbols of hate',
    'sécurité publique, sécurité nationale, renseignement de sécurité, Gendarmerie royale, arme à feu, armes à feu, armes de poing, terrorisme, terroriste, terroristes, services frontaliers, Loi sur les douanes, précontrôle, mesures d’urgence, recherche et sauvetage, pompier, pompiers, incendies, premiers répondants, délinquants sexuels, traite de personnes, trafic, crime organisé, organisation criminelle, organisations criminelles, radicalisation, système correctionnel, empreintes génétiques, identification des criminels, partenaire intime, violence conjugale, violence familiale, crimes haineux, symboles de haine',
  ),
  seniors: words(
    'seniors, senior citizens, old age security, older persons, elder abuse, elderly, guaranteed income supplement, Canada Pension Plan, retirement, aging',
    'aînés, aînées, sécurité de la vieillesse, personnes âgées, supplément de revenu garanti, Régime de pensions du Canada, vieillissement',
  ),
  taxation: words(
    'tax, taxes, taxation, income tax, excise, goods and services tax, Canada Revenue Agency, fiscal arrangements, carbon levy, pollution pricing',
    'impôt, impôts, taxe, fiscale, fiscales, fiscaux, accise, Agence du revenu, prélèvement relatif au carbone, tarification de la pollution',
  ),
  telecommunications: words(
    'telecommunications, telecommunication, broadcasting, radiocommunication, telephone, wireless, cellular, broadband, internet, online streaming, radio spectrum, satellite, satellites',
    'télécommunication, radiodiffusion, téléphone, téléphonie, sans fil, large bande, diffusion continue en ligne, spectre des radiofréquences',
  ),
  transportation: words(
    'transport, transportation, railway, railways, rail, aeronautics, aviation, airport, airports, aerodromes, airline, airlines, air passengers, Air Canada, shipping, Marine Act, vessel, vessels, navigation, navigable waters, ports, vehicle, vehicles, motor vehicle, highway, highways, driving, trucks, dangerous goods, conveyances',
    'transports, ferroviaire, ferroviaires, chemin de fer, chemins de fer, aéronautique, aéroport, aéroports, aérien, aériens, aérienne, aériennes, marine marchande, Loi maritime, navire, navires, eaux navigables, véhicule, véhicules, routier, routiers, routière, routières, autoroute, autoroutes, au volant, camions, marchandises dangereuses',
  ),
  veterans: words(
    'veteran, veterans, war memorial, war memorials, Remembrance Day',
    'ancien combattant, anciens combattants, vétéran, vétérans, monuments commémoratifs de guerre, jour du Souvenir',
  ),
};

/** A title as compared: words separated and surrounded by single spaces. */
const wordsOf = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/**
 * SQL of the tags of some titles (nullable SQL texts) as a list in the order of the table, empty if no word
 * matches. Needs the macro `fold`.
 */
export function sectorsSql(titles: readonly string[]): string {
  const each = titles.map((title) => `regexp_replace(fold(${title}), '[^\\p{L}\\p{N}]+', ' ', 'g')`);
  // The bar keeps a phrase from matching across two titles.
  const all = `concat(' ', ${each.join(", ' | ', ")}, ' ')`;
  const tags = Object.entries(SECTORS).map(([tag, {en, fr}]) => {
    const known = new Set([...en, ...fr].map((word) => wordsOf(fold(word))));
    return `CASE WHEN regexp_matches(${all}, ${literal(` (?:${[...known].join('|')}) `)}) THEN ${literal(tag)} END`;
  });
  return `list_filter([${tags.join(', ')}], lambda tag: tag IS NOT NULL)`;
}
