import { level, levels, remark, type Sample, section, yesNo } from './shape.ts'

export const washroomCleaning: Sample = {
  code: 'WASHROOM_CLEANING',
  name: ['Washroom cleaning', 'Reinigung Sanitärraum'],
  description: [
    'After EN 13549 and the five levels of INSTA 800: fittings, walls, floor and ceiling, each by what is seen from where users stand.',
    'Nach EN 13549 und den fünf Stufen der INSTA 800: Einrichtung, Wände, Boden und Decke, jeweils aus der Sicht der Nutzer.',
  ],
  sector: 'CLEANING',
  types: ['WASHROOM'],
  passMark: 80,
  presence: 'REQUIRED',
  sections: [
    section('fittings', 'Fittings', 'Einrichtung', [
      level(
        'toilets',
        'Toilets and urinals: bowl, seat, underside, base',
        'WCs und Urinale: Becken, Sitz, Unterseite, Sockel',
        {
          help: levels,
          weight: 3,
          critical: true,
          photo: 'ON_FAIL',
          category: 'NOT_CLEAN',
        },
      ),
      level(
        'basins',
        'Basins and taps: dirt, limescale, stains',
        'Waschbecken und Armaturen: Schmutz, Kalk, Flecken',
        {
          help: levels,
          weight: 2,
          photo: 'ON_FAIL',
          category: 'NOT_CLEAN',
        },
      ),
      level(
        'mirrors',
        'Mirrors and shelves: splashes, smears, dust',
        'Spiegel und Ablagen: Spritzer, Schlieren, Staub',
        {
          help: levels,
          category: 'NOT_CLEAN',
        },
      ),
      level('dispensers', 'Dispensers and bins, outside', 'Spender und Abfallbehälter, außen', {
        help: levels,
        category: 'NOT_CLEAN',
      }),
      level(
        'touch',
        'Door handles, locks, flush plates, light switches',
        'Türgriffe, Riegel, Spülplatten, Lichtschalter',
        {
          help: levels,
          weight: 2,
          category: 'NOT_CLEAN',
        },
      ),
    ]),
    section('surfaces', 'Walls, floor, ceiling', 'Wände, Boden, Decke', [
      level(
        'walls',
        'Walls, partitions and doors: splashes, finger marks, graffiti',
        'Wände, Trennwände und Türen: Spritzer, Griffspuren, Graffiti',
        {
          help: levels,
          weight: 2,
          category: 'NOT_CLEAN',
        },
      ),
      level(
        'floor',
        'Floor: litter, loose and sticking dirt, edges and corners',
        'Boden: Abfall, lose und haftende Verschmutzung, Ränder und Ecken',
        {
          help: levels,
          weight: 3,
          photo: 'ON_FAIL',
          category: 'NOT_CLEAN',
        },
      ),
      level(
        'ceiling',
        'Ceiling, vents and lamps: dust, cobwebs',
        'Decke, Lüftungsgitter und Leuchten: Staub, Spinnweben',
        { help: levels, category: 'NOT_CLEAN' },
      ),
      yesNo('dry', 'Floor dry and safe to walk on', 'Boden trocken und sicher begehbar', {
        weight: 2,
        category: 'WET_FLOOR',
      }),
    ]),
    section('supplies', 'Supplies and use', 'Verbrauchsmaterial und Nutzung', [
      yesNo(
        'paper',
        'Toilet paper in each cubicle, and a reserve',
        'Toilettenpapier in jeder Kabine, mit Reserve',
        { weight: 2, critical: true, category: 'NO_PAPER' },
      ),
      yesNo('soap', 'Soap at each basin', 'Seife an jedem Waschbecken', {
        weight: 2,
        critical: true,
        category: 'NO_SOAP',
      }),
      yesNo('towels', 'Towels or a dryer that works', 'Handtücher oder funktionierender Trockner', {
        weight: 2,
        category: 'NO_TOWELS',
      }),
      yesNo(
        'bins',
        'Bins and sanitary bins less than three quarters full',
        'Abfall- und Hygienebehälter höchstens zu drei Vierteln voll',
        { category: 'BIN_FULL' },
      ),
      yesNo('smell', 'No unpleasant smell', 'Kein unangenehmer Geruch', { weight: 2, category: 'BAD_SMELL' }),
      yesNo(
        'working',
        'Flushes, taps, locks and lights work',
        'Spülungen, Armaturen, Riegel und Licht funktionieren',
        { weight: 2, photo: 'ON_FAIL', category: 'BROKEN_FIXTURE' },
      ),
      yesNo(
        'record',
        'Cleaning record signed for the last planned visit',
        'Reinigungsnachweis für den letzten geplanten Gang abgezeichnet',
        { allowNa: true },
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
