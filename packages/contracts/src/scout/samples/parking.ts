import { level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const parkingCheck: Sample = {
  code: 'PARKING_CHECK',
  name: ['Parking', 'Parken'],
  description: [
    'Way in and out, light, marking, charging, and whether people feel safe on foot.',
    'Ein- und Ausfahrt, Licht, Markierung, Laden und ob man sich zu Fuß sicher fühlt.',
  ],
  sector: 'PARKING',
  types: ['PARKING'],
  passMark: 80,
  presence: 'OPTIONAL',
  sections: [
    section('entry', 'Way in and paying', 'Einfahrt und Zahlung', [
      yesNo(
        'barrier',
        'Barriers and gates open at once and stop for people',
        'Schranken und Tore öffnen sofort und halten für Personen an',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'BARRIER_FAULT' },
      ),
      yesNo(
        'height',
        'Clear height shown, height bar in place',
        'Durchfahrtshöhe angegeben, Höhenbegrenzung vorhanden',
        { allowNa: true },
      ),
      yesNo(
        'paying',
        'Machines take cards and cash as their sign says and give a receipt',
        'Automaten nehmen Karte und Bargeld wie angegeben und geben Quittung',
        { weight: 2, allowNa: true, category: 'PAY_MACHINE_FAULT' },
      ),
      yesNo('help', 'Help button answered', 'Hilferuf wird beantwortet', {
        weight: 2,
        allowNa: true,
        category: 'PAY_MACHINE_FAULT',
      }),
    ]),
    section('light', 'Light and feeling safe', 'Licht und Sicherheit', [
      measure('dark', '', 'Lamps that do not light', 'Ausgefallene Leuchten', {
        passFrom: 0,
        passTo: 0,
        weight: 2,
        photo: 'ON_FAIL',
        category: 'LIGHT_OUT',
      }),
      measure(
        'lux',
        'lx',
        'Light on the floor in the darkest place people walk',
        'Licht am Boden an der dunkelsten begehbaren Stelle',
        {
          passFrom: 20,
          allowNa: true,
          help: [
            'Indoors 75 lx on lanes are usual; 20 lx is the least.',
            'Innen sind 75 lx auf Fahrgassen üblich; 20 lx das Mindeste.',
          ],
          category: 'LIGHT_OUT',
        },
      ),
      yesNo(
        'corners',
        'No hidden corners, no traces of people sleeping or of vandalism',
        'Keine uneinsehbaren Ecken, keine Spuren von Übernachtung oder Vandalismus',
        { weight: 2, photo: 'ON_FAIL', category: 'FEELS_UNSAFE' },
      ),
      yesNo(
        'stairs',
        'Stairs and ways out free, lit, doors open without a key',
        'Treppen und Ausgänge frei und beleuchtet, Türen öffnen ohne Schlüssel',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'FEELS_UNSAFE' },
      ),
    ]),
    section('bays', 'Bays and lanes', 'Stellplätze und Fahrgassen', [
      yesNo('marking', 'Lines, arrows and level numbers legible', 'Linien, Pfeile und Ebenen lesbar'),
      yesNo(
        'accessible',
        'Accessible bays free of things, 350 cm wide, near the way in',
        'Barrierefreie Plätze frei, 350 cm breit, nahe am Zugang',
        { weight: 3, critical: true, allowNa: true, photo: 'ON_FAIL', category: 'BAY_BLOCKED' },
      ),
      yesNo(
        'chargers',
        'Charging points ready: cable, plug and display undamaged',
        'Ladepunkte bereit: Kabel, Stecker und Anzeige unbeschädigt',
        { weight: 2, allowNa: true, photo: 'ON_FAIL', category: 'CHARGER_FAULT' },
      ),
      yesNo('oil', 'No oil, no standing water, drains free', 'Kein Öl, kein stehendes Wasser, Abläufe frei', {
        weight: 2,
        photo: 'ON_FAIL',
        category: 'SPILL',
      }),
      level('clean', 'Litter, dust and cobwebs', 'Abfall, Staub und Spinnweben', { help: levels, weight: 2 }),
      yesNo(
        'concrete',
        'No loose concrete, exposed steel or damaged joints',
        'Kein loser Beton, freiliegender Stahl oder schadhafte Fugen',
        { weight: 2, photo: 'ON_FAIL' },
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
