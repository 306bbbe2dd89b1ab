import { choice, level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const officeCleaning: Sample = {
  code: 'OFFICE_CLEANING',
  name: ['Office cleaning', 'Reinigung Büro'],
  description: [
    'After EN 13549 and INSTA 800: what the cleaning left behind at desks, on floors and where people meet.',
    'Nach EN 13549 und INSTA 800: das Ergebnis der Reinigung an Arbeitsplätzen, auf Böden und in gemeinsamen Bereichen.',
  ],
  sector: 'CLEANING',
  types: ['WORKSPACE'],
  passMark: 75,
  presence: 'OPTIONAL',
  sections: [
    section('furniture', 'Furniture and equipment', 'Einrichtung', [
      choice(
        'desks',
        'How many desks were clear enough to be cleaned',
        'Wie viele Tische waren frei genug, um gereinigt zu werden',
        [
          ['ALL', 1, 'Nearly all', 'Fast alle'],
          ['HALF', 1, 'About half', 'Etwa die Hälfte'],
          ['FEW', 1, 'Only a few', 'Nur wenige'],
        ],
        {
          weight: 0,
          help: [
            'For the record: does not count in the score.',
            'Nur zur Information: zählt nicht in die Wertung.',
          ],
        },
      ),
      level(
        'tops',
        'Clear desk tops: dust, rings, finger marks',
        'Freie Tischflächen: Staub, Ränder, Griffspuren',
        { help: levels, weight: 2 },
      ),
      level(
        'sills',
        'Window sills, ledges and low cabinets: dust',
        'Fensterbänke, Simse und niedrige Schränke: Staub',
        { help: levels },
      ),
      level('touch', 'Handles, switches and lift of chairs', 'Griffe, Schalter und Stuhlhebel', {
        help: levels,
        weight: 2,
      }),
      yesNo(
        'bins',
        'Waste emptied, liners in place, separated as agreed',
        'Abfall geleert, Beutel eingesetzt, wie vereinbart getrennt',
        { weight: 2 },
      ),
    ]),
    section('surfaces', 'Floor, walls, glass', 'Boden, Wände, Glas', [
      level(
        'floor',
        'Floor: litter, dust, stains, under desks and along edges',
        'Boden: Abfall, Staub, Flecken, unter Tischen und an Rändern',
        { help: levels, weight: 3, photo: 'ON_FAIL' },
      ),
      level(
        'walls',
        'Walls, skirting and doors: marks and dust',
        'Wände, Sockelleisten und Türen: Spuren und Staub',
        { help: levels },
      ),
      level('glass', 'Glass partitions and doors: finger marks', 'Glaswände und Glastüren: Griffspuren', {
        help: levels,
        allowNa: true,
      }),
      level(
        'high',
        'Above 1.80 m: tops of cabinets, vents, lamps',
        'Über 1,80 m: Schrankoberseiten, Lüftung, Leuchten',
        { help: levels },
      ),
    ]),
    section('comfort', 'Comfort and safety', 'Behaglichkeit und Sicherheit', [
      measure('temperature', '°C', 'Air temperature at a desk', 'Lufttemperatur am Arbeitsplatz', {
        passFrom: 20,
        passTo: 26,
        help: ['Measured at sitting height, out of the sun.', 'In Sitzhöhe gemessen, nicht in der Sonne.'],
        category: 'TOO_HOT',
        allowNa: true,
      }),
      yesNo('light', 'All lamps work, none flickers', 'Alle Leuchten funktionieren, keine flackert', {
        category: 'POWER_FAULT',
      }),
      yesNo('ways', 'Walkways free, no cables across them', 'Gänge frei, keine Kabel im Weg', {
        weight: 2,
        photo: 'ON_FAIL',
        category: 'DESK_FAULT',
      }),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
