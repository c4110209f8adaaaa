/** The hard half of the labelled pairs of organizations, in the form of the easy one. */

export const HARD: Readonly<Record<string, string>> = {
  'parents, subsidiaries, affiliates': `
Bell Canada ! Bell Mobility Inc.
Bell Canada ! Bell Aliant Inc.
Bell Canada ! Bell Media Inc.
Bell Canada ! BCE Inc.
Rogers Communications Inc. ! Rogers Communications Canada Inc.
Rogers Communications Inc. ! Rogers Media Inc.
IBM Canada Ltd. ! International Business Machines Corporation
Siemens Canada Limited ! Siemens Mobility Limited
Siemens Canada Limited ! Siemens Energy Canada Limited
Siemens Canada Limited ! Siemens Healthcare Limited
General Dynamics Land Systems - Canada Corporation ! General Dynamics Mission Systems - Canada
General Dynamics Land Systems - Canada Corporation ! General Dynamics Ordnance and Tactical Systems - Canada Inc.
Canadian National Railway Company ! Canadian Pacific Railway Limited
Irving Shipbuilding Inc. ! Irving Oil Limited
Irving Oil Limited ! Irving Pulp & Paper, Limited
J.D. Irving, Limited ! Irving Oil Limited
PCL Constructors Canada Inc. ! PCL Constructors Inc.
PCL Constructors Westcoast Inc. ! PCL Constructors Eastern Inc.
PCL Construction Management Inc. ! PCL Constructors Canada Inc.
Aecon Group Inc. ! Aecon Construction Group Inc.
Aecon Construction and Materials Limited ! Aecon Industrial
Stantec Consulting Ltd. ! Stantec Architecture Ltd.
Stantec Inc. ! Stantec Consulting Ltd.
WSP Canada Inc. ! WSP Canada Group Limited
AtkinsRéalis Canada Inc. ! AtkinsRéalis Major Projects Inc.
SNC-Lavalin Inc. ! SNC-Lavalin O&M Inc.
SNC-Lavalin Inc. ! SNC-Lavalin Defence Programs Inc.
TELUS Communications Inc. ! TELUS Health Solutions Inc.
TELUS Corporation ! TELUS Communications Inc.
Magna International Inc. ! Magna Powertrain Inc.
Bombardier inc. ! Bombardier Transportation Canada inc.
Bombardier inc. ! Bombardier Recreational Products Inc.
Shell Canada Limited ! Shell Canada Energy
Shell Canada Limited ! Shell plc
Suncor Energy Inc. ! Suncor Energy Products Partnership
Imperial Oil Limited ! Imperial Oil Resources Limited
Enbridge Inc. ! Enbridge Gas Inc.
Enbridge Pipelines Inc. ! Enbridge Gas Inc.
Hydro One Inc. ! Hydro One Networks Inc.
Hydro-Québec ! Hydro-Québec Énergie
Ontario Power Generation Inc. ! Ontario Power Authority
Microsoft Canada Inc. ! Microsoft Corporation
Oracle Canada ULC ! Oracle Corporation
Amazon Web Services Canada, Inc. ! Amazon Canada Fulfillment Services, ULC
Google Canada Corporation ! Google LLC
Thales Canada Inc. ! Thales Alenia Space Canada
L3Harris Technologies Canada, Inc. ! L3Harris MAPPS Inc.
MDA Systems Ltd. ! MDA Geospatial Services Inc.
Lockheed Martin Canada Inc. ! Lockheed Martin Corporation
Raytheon Canada Limited ! Raytheon Company
Cascades Canada ULC ! Cascades Inc.
Loblaw Companies Limited ! Loblaws Inc.
Sobeys Inc. ! Sobeys Capital Incorporated
Canadian Tire Corporation ! Canadian Tire Bank
Royal Bank of Canada ! Royal Trust Corporation of Canada
The Toronto-Dominion Bank ! TD Securities Inc.
Manulife Financial Corporation ! Manulife Bank of Canada
Deloitte LLP ! Deloitte Inc.
Ernst & Young LLP ! Ernst & Young Inc.
KPMG LLP ! KPMG Inc.
PricewaterhouseCoopers LLP ! PricewaterhouseCoopers Inc.
Grant Thornton LLP ! Grant Thornton Limited
Brookridge Infrastructure L.P. ! Brookridge Infrastructure Inc.
Kestrel Breweries Ltd. ! Kestrel Breweries Holdings Ltd.
Northline Surveying Inc. ! Northline Surveying (Quebec) Inc.
Northline Surveying Inc. ! Northline Surveying Group Inc.
Larkspur Homes Ltd ! Larkspur Homes (Calgary) Ltd.`,
  'near names': `
Canadian Wheat Growers ! Canadian Oat Growers
Canadian Association of Chiefs of Police ! Canadian Association of Fire Chiefs
Canadian Cancer Society ! Canadian Cancer Research Society
Canada Foundation for Innovation ! Canadian Foundation for Innovation and Trade
University of Regina ! University of Ottawa
University of Toronto ! University of Toronto Press
University of Toronto ! University of Toronto Mississauga Students' Union
University of Alberta ! Athabasca University
University of Calgary ! University of Calgary Students' Association
York University ! New York University
Royal Roads University ! Royal University
Université du Québec à Montréal ! Université du Québec à Rimouski
Université du Québec à Montréal ! Université de Montréal
Université du Québec à Trois-Rivières ! Université du Québec en Outaouais
Concordia University ! Concordia University of Edmonton
St. Francis Xavier University ! St. Mary's University
Mount Royal University ! Mount Allison University
McMaster University ! McMaster Children's Hospital Foundation
Queen's University ! Queen's University Belfast
Memorial University of Newfoundland ! Memorial University of Newfoundland Botanical Garden Inc.
BC Hydro ! BC Hydro Pension Fund
Canada Post Corporation ! Canada Posters Corporation
Ottawa Hospital ! Ottawa Hospital Research Institute
The Hospital for Sick Children ! The Hospital for Sick Children Foundation
Vancouver Coastal Health Authority ! Vancouver Island Health Authority
Fraser Health Authority ! Northern Health Authority
Assembly of First Nations ! Assembly of Manitoba Chiefs
Métis Nation of Ontario ! Métis Nation of Alberta
Native Women's Association of Canada ! Native Women's Centre
Inuit Tapiriit Kanatami ! Inuit Circumpolar Council Canada
Federation of Canadian Municipalities ! Federation of Northern Ontario Municipalities
Canadian Chamber of Commerce ! Canadian Gay and Lesbian Chamber of Commerce
Northline Surveying Inc. ! Northland Surveying Inc.
Northline Surveying Inc. ! Northline Survey Inc.
Kestrel Breweries Ltd. ! Kestral Brewery Ltd.
Dunhollow Geomatics Corp ! Dunholm Geomatics Corp
Brightmoor Systems ! Brightmoor System Integrators
Ardenwick Surveying Corp. ! Ardenwick Security Corp.
Granitford & Sons Geomatics ! Granitford Brothers Geomatics
Two Rivers Polytechnic ! Three Rivers Polytechnic
Ottawa Catholic School Board ! Ottawa-Carleton District School Board
Calgary Board of Education ! Calgary Catholic Board of Education
First Nations Health Authority ! First Nations Health Council
Nunavut Tunngavik Incorporated ! Nunavut Arctic College
National Arts Centre ! National Arts Centre Foundation
Royal Ontario Museum ! Royal Ontario Museum Governors
Prairie Oat Growers Association ! Prairie Oat Millers Association
Halifax Harbour Bridges ! Halifax Harbour Pilots
Phase 1 Developments Inc. ! Phase 2 Developments Inc.
Tower 21 Holdings Ltd. ! Tower 12 Holdings Ltd.
Royal Canadian Legion Branch 12 ! Royal Canadian Legion Branch 21
Local 30 Carpenters Union ! Local 33 Carpenters Union
School District No. 36 ! School District No. 63
Treaty 4 Citizens Council ! Treaty 6 Citizens Council
Great Lakes Pilotage Authority ! Atlantic Pilotage Authority
Vancouver Fraser Port Authority ! Prince Rupert Port Authority
Toronto Port Authority ! PortsToronto Foundation
Canadian Bankers Association ! Canadian Bar Association
Insurance Bureau of Canada ! Insurance Brokers Association of Canada
Fédération des caisses Desjardins ! Fédération des caisses populaires acadiennes
Smith Brothers Excavating Ltd. ! Smith & Brother Excavation Ltd.
Delta Marine Services ! Delta Marina Services
Atlas Industries Ltd. ! Atlas Industrial Ltd.
Sunrise Care Homes Inc. ! Sunset Care Homes Inc.
Pine Ridge Logging ! Pine Ridge Lodging
Northern Lights Aviation ! Northern Light Aviators
Groupe Alto inc. ! Groupe Altus inc.
Les Entreprises Beaupré inc. ! Entreprises Beaumont inc.`,
  namesakes: `
City of Hampton @NB ! City of Hampton @ON
Town of Windsor @NS ! Town of Windsor @QC
Town of Amherst @NS ! Town of Amherst @ON
Village of St. Stephen @NB ! Village of St. Stephen @AB
Trinity United Church @SK ! Trinity United Church @NB
Agricultural Society of Milton @ON ! Agricultural Society of Milton @NS
Chamber of Commerce of Georgetown @PE ! Chamber of Commerce of Georgetown @ON
Reliable Excavating Ltd. @AB ! Reliable Excavating Ltd @BC
Pioneer Farms Ltd. @MB ! Pioneer Farms Inc. @ON
Northwind Energy Ltd. @AB ! Northwind Energy Inc. @NS
Municipality of Clarence @ON ! Municipality of Clarence @NS
Ville de Saint-Jean @QC ! Ville de Saint-Jean @NB
Holy Trinity Church @ON ! Holy Trinity Church @MB
St. Mary's Church @NL ! St. Mary's Church @BC
First Baptist Church @AB ! First Baptist Church @NS
Victoria Park Arena @PE ! Victoria Park Arena @ON
Lions Club of Richmond @BC ! Lions Club of Richmond @ON
Central Elementary School @BC ! Central Elementary School @SK
Riverside Public School @ON ! Riverside Public School @MB
Regional Hospital Foundation @NB ! Regional Hospital Foundation @QC
Public Library of Sydney @NS ! Public Library of Sydney @BC
Curling Club of Windsor @NS ! Curling Club of Windsor @ON
Apex Construction Ltd. @AB ! Apex Construction Inc. @NS
Precision Electric Ltd. @BC ! Precision Electric Ltd @ON
Elite Renovations Inc. @QC ! Elite Renovations Inc. @MB
Superior Roofing Ltd. @SK ! Superior Roofing @NB
Dynamic Plumbing and Heating Ltd @AB ! Dynamic Plumbing & Heating Ltd. @ON
Summit Homes Inc. @AB ! Summit Homes Ltd. @NS
Harvest Meals Society #820000016 ! Harvest Meals Society #820000024
Northern Youth Network #821000015 ! Northern Youth Network #821000023
Bright Futures Childcare #822000014 ! Bright Futures Childcare Inc. #822000022
Cedar Grove Seniors Residence #823000013 ! Cedar Grove Seniors' Residence #823000021
New Horizons Cooperative #824000012 ! New Horizons Co-operative #824000020`,
  'former and operating names': `
1445566 Ontario Inc. o/a Blue Heron Catering = Blue Heron Catering
9345-6789 Québec inc. s/n Toitures du Fjord = Toitures du Fjord inc.
Polar Freight Ltd. (formerly Arctic Haulage Ltd.) = Arctic Haulage Ltd.
AtkinsRéalis Marine Inc. (formerly SNC Marine Inc.) = SNC Marine Inc.
Hexa Robotics Inc. dba Hexabot Labs = Hexabot Labs
Silverbirch Foods Ltd. d/b/a Silver Birch Kitchens = Silver Birch Kitchens Ltd
Groupe Vertige inc. (anciennement Les Constructions Vertige) = Les Constructions Vertige
Lac-aux-Pins Énergie inc., faisant affaire sous le nom de Pins Solaire = Pins Solaire
Tidal Bore Rafting Co. operating as Fundy Adventures = Fundy Adventures
Cobalt Ridge Mining Corp. formerly known as Old Ridge Explorations Inc. = Old Ridge Explorations
Prairie Lantern Press Inc. t/a Lantern Books = Lantern Books Inc.
Maison du Phare inc. connue sous le nom de Auberge du Phare = Auberge du Phare
Seabright Data Corp. doing business as Seabright Analytics = Seabright Analytics
Kettle Valley Orchards Ltd., also known as Kettle Orchards = Kettle Orchards Ltd.
8877665 Canada Inc. O/A Maplewood Daycare = Maplewood Daycare Inc.
Windward Sails Inc. carrying on business as Windward Chandlery = Windward Chandlery
Coopérative Horizon (auparavant Coop du Nord) = Coop du Nord
Redstone Quarry Ltd. (previously Redstone Gravel Ltd.) = Redstone Gravel Limited
Sommet Ski inc. f.a.s.r.s. Station du Sommet = Station du Sommet
Harbourlight Toys Inc. (formerly: Lighthouse Toys Inc.) = Lighthouse Toys
Ferme Beausoleil enr. s/n Les Jardins Beausoleil = Les Jardins Beausoleil
Delta Nine Labs Corp. o.a. Delta Nine Diagnostics = Delta Nine Diagnostics
Wharfside Inns Ltd. d.b.a. The Wharfside Rooms = Wharfside Rooms Limited
Old Mill Cider Co. f/k/a Millstone Cidery Inc. = Millstone Cidery
Bayfront Studio Inc. trading as Bayfront Pictures = Bayfront Pictures
1550001 Ontario Inc. o/a Tim Hortons ! 1550002 Ontario Inc. o/a Tim Hortons
1550001 Ontario Inc. o/a Tim Hortons ! Tim Hortons
1660001 Alberta Ltd. o/a Subway Sandwiches ! 1660002 Alberta Ltd. o/a Subway Sandwiches
1770001 Ontario Inc. o/a Sparkle Clean Laundry ! 1770009 Ontario Inc. o/a Sparkle Clean Laundry
9001-0001 Québec inc. s/n Garage Express Auto ! 9001-0002 Québec inc. s/n Garage Express Auto
Acme Ventures Ltd. o/a Apex ! Apex Inc.
Marlow Trading Inc. dba Zenith ! Zenith
Aecon / Kiewit Joint Venture ! Aecon
Aecon / Kiewit Joint Venture ! Kiewit
Bird-ATCO Joint Venture ! Bird
Pomerleau | Kiewit Consortium ! Pomerleau
SNC-Lavalin / Dragados Joint Venture ! SNC-Lavalin Inc.`,
  'one organization under unlike names': `
University of British Columbia = UBC
Université du Québec à Montréal = UQAM
Canadian Broadcasting Corporation = CBC/Radio-Canada
Natural Sciences Centre of the North = Natural Science Centre of the North
International Business Machines Corporation = IBM Corporation
Canadian Imperial Bank of Commerce = CIBC
University of Toronto = Univ. of Toronto
University of Toronto = University of Toronto, Governing Council of the
McGill University = Royal Institution for the Advancement of Learning/McGill University
Royal Bank of Canada = Banque Royale du Canada
National Bank of Canada = Banque Nationale du Canada
Canada Post Corporation = Société canadienne des postes
Halifax Regional Municipality = Halifax, Regional Municipality of
Gullhaven, District of = District of Gullhaven
Saint John, City of = City of Saint John
Northern Ferry Assn. = Northern Ferry Association
Smith Bros. Sawmill Ltd. = Smith Brothers Sawmill Ltd.
Intl. Grain Exchange Inc. = International Grain Exchange Inc.
Dunhollow Mfg. Ltd. = Dunhollow Manufacturing Ltd.
Calcul Boréal inc. = Calcul Boréale inc.
Irving Shipbuilding Inc. = Irving Ship Building Inc.
Stantec Consulting Ltd. = Stantec Consulting Ltd Edmonton Office
Health Sciences North = Horizon Santé-Nord
Children's Hospital of Eastern Ontario = CHEO
Regional Municipality of Wexley = Wexley, Regional Municipality of
Town of Barrowmere = Barrowmere, Town of
Ville de Lac-Clair = Lac-Clair, Ville de
Village of Fernhollow @BC = Fernhollow, Village of @BC
Northline Surveying Inc. = Northline Surveying Ltd. (Halifax)`,
};
