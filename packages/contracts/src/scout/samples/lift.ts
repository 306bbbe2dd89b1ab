import { level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const liftCheck: Sample = {
  code: 'LIFT_CHECK',
  name: ['Lift check', 'Aufzugskontrolle'],
  description: [
    'What the appointed person looks at between inspections, after EN 81-20 and EN 81-70. It replaces neither maintenance nor the inspection by an approved body.',
    'Was die beauftragte Person zwischen den Prüfungen ansieht, nach EN 81-20 und EN 81-70. Ersetzt weder Wartung noch die Prüfung durch eine zugelassene Stelle.',
  ],
  sector: 'SAFETY',
  types: ['ELEVATOR'],
  passMark: 90,
  presence: 'REQUIRED',
  sections: [
    section('safety', 'Safety', 'Sicherheit', [
      yesNo(
        'alarm',
        'Emergency call answered by a person who can understand and be understood',
        'Notruf wird von einer Person angenommen, gegenseitig verständlich',
        {
          weight: 3,
          critical: true,
          help: ['Say first that this is a test.', 'Zuerst sagen, dass es ein Test ist.'],
          category: 'OUT_OF_SERVICE',
        },
      ),
      measure(
        'answered',
        's',
        'Seconds until the call was answered',
        'Sekunden, bis der Notruf angenommen wurde',
        { passTo: 60, showIf: { questionId: 'alarm', is: [true] }, category: 'OUT_OF_SERVICE' },
      ),
      yesNo(
        'reversal',
        'Doors open again when something is in the way',
        'Türen öffnen wieder, wenn etwas im Weg ist',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'DOOR_FAULT' },
      ),
      measure(
        'stopping',
        'mm',
        'Largest step between cabin and floor of all stops',
        'Größte Stufe zwischen Kabine und Boden aller Haltestellen',
        {
          passFrom: 0,
          passTo: 10,
          weight: 3,
          photo: 'ON_FAIL',
          help: [
            'Measured at the sill with an empty cabin. EN 81-20: ±10 mm.',
            'An der Schwelle bei leerer Kabine gemessen. EN 81-20: ±10 mm.',
          ],
          category: 'UNEVEN_STOP',
        },
      ),
      yesNo(
        'closed',
        'No landing door can be opened by hand without the cabin',
        'Keine Schachttür lässt sich ohne Kabine von Hand öffnen',
        { weight: 3, critical: true, category: 'DOOR_FAULT' },
      ),
      yesNo(
        'light',
        'Cabin light and, if there is one, emergency light work',
        'Kabinenlicht und, wo vorhanden, Notlicht funktionieren',
        { weight: 2, category: 'LIGHT_OUT' },
      ),
      yesNo(
        'plate',
        'Inspection mark in date; load and number of persons legible',
        'Prüfplakette gültig; Tragkraft und Personenzahl lesbar',
        { weight: 2, photo: 'ON_FAIL' },
      ),
    ]),
    section('use', 'Use', 'Nutzung', [
      yesNo(
        'buttons',
        'All buttons work, light up and can be felt',
        'Alle Taster funktionieren, leuchten und sind ertastbar',
        { weight: 2, category: 'BUTTON_FAULT' },
      ),
      yesNo('announced', 'Floor shown and announced', 'Stockwerk wird angezeigt und angesagt', {
        allowNa: true,
        category: 'BUTTON_FAULT',
      }),
      yesNo(
        'ride',
        'Ride smooth: no jolt, no unusual noise',
        'Fahrt ruhig: kein Ruck, kein ungewöhnliches Geräusch',
        { weight: 2, category: 'STRANGE_NOISE' },
      ),
      level(
        'clean',
        'Cabin: floor, walls, mirror, door sills',
        'Kabine: Boden, Wände, Spiegel, Türschwellen',
        { help: levels, weight: 2, category: 'NOT_CLEAN' },
      ),
      yesNo(
        'signs',
        'Signs at all stops: number of the lift, do not use in case of fire',
        'Schilder an allen Haltestellen: Aufzugsnummer, im Brandfall nicht benutzen',
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
