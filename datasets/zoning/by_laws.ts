/** What the publishers' zones are zones of: by-laws by municipality, as `English | Français`. */
import type {MunicipalitySlug} from '../municipalities.ts';

export const BY_LAWS: Readonly<Partial<Record<MunicipalitySlug, string>>> = {
  toronto: 'Zoning By-law 569-2013 | Règlement de zonage 569-2013',
  calgary: 'Land Use Bylaw 1P2007 | Règlement sur l’utilisation du sol 1P2007',
  edmonton: 'Zoning Bylaw 20001 | Règlement de zonage 20001',
  vancouver: 'Zoning and Development By-law 3575 | Règlement de zonage et d’aménagement 3575',
  winnipeg:
    'Zoning By-law 200/2006, and downtown By-law 100/2004 | Règlement de zonage 200/2006 et, au centre-ville, règlement 100/2004',
  ottawa: 'Zoning By-law 2026-50 | Règlement de zonage 2026-50',
  mississauga: 'Zoning By-law 0225-2007 | Règlement de zonage 0225-2007',
  kitchener:
    'Zoning By-law 2019-051, and By-law 85-1 where that one is not in force | Règlement de zonage 2019-051 et, où celui-ci n’est pas en vigueur, règlement 85-1',
  hamilton:
    'Zoning By-law 05-200, and the by-laws of former municipalities | Règlement de zonage 05-200 et règlements des anciennes municipalités',
  quebec_city: 'Zoning by-laws of the boroughs | Règlements de zonage des arrondissements',
};
