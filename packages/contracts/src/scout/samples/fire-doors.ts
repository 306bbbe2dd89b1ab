import { choice, measure, picture, remark, type Sample, section, yesNo } from './shape.ts'

export const fireDoors: Sample = {
  code: 'FIRE_DOORS_ESCAPE',
  name: ['Fire doors and escape routes', 'Brandschutztüren und Fluchtwege'],
  description: [
    'A visual check by an instructed person between the yearly inspections: doors close and latch, routes are free, signs are lit, extinguishers are in date.',
    'Sichtkontrolle durch eine unterwiesene Person zwischen den jährlichen Prüfungen: Türen schließen und rasten ein, Wege sind frei, Zeichen leuchten, Löscher sind geprüft.',
  ],
  sector: 'SAFETY',
  types: [],
  passMark: 95,
  presence: 'OPTIONAL',
  sections: [
    section('door', 'Fire door', 'Brandschutztür', [
      yesNo('wedged', 'Not wedged, tied or blocked open', 'Nicht verkeilt, festgebunden oder verstellt', {
        weight: 3,
        critical: true,
        photo: 'ON_FAIL',
      }),
      yesNo(
        'closes',
        'Closes by itself from 90° and from 10°, and latches',
        'Schließt aus 90° und aus 10° selbsttätig und rastet ein',
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      yesNo(
        'release',
        'Hold-open device lets go when its button is pressed',
        'Feststellanlage löst bei Druck auf den Taster aus',
        { weight: 2, critical: true, allowNa: true },
      ),
      measure(
        'gap',
        'mm',
        'Largest gap between leaf and frame',
        'Größter Spalt zwischen Türblatt und Zarge',
        {
          passFrom: 0,
          passTo: 4,
          weight: 2,
          photo: 'ON_FAIL',
          help: [
            'Sides and top, with a gauge. What the approval of the door says stands above 4 mm.',
            'Seitlich und oben, mit Fühlerlehre. Die Zulassung der Tür geht vor den 4 mm.',
          ],
        },
      ),
      yesNo('seals', 'Seals complete and unpainted', 'Dichtungen vollständig und nicht überstrichen', {
        weight: 2,
        photo: 'ON_FAIL',
      }),
      yesNo(
        'leaf',
        'Leaf, frame, hinges and glass undamaged, no holes drilled',
        'Türblatt, Zarge, Bänder und Glas unbeschädigt, nichts angebohrt',
        { weight: 2, photo: 'ON_FAIL' },
      ),
      yesNo('label', 'Approval plate there and legible', 'Zulassungsschild vorhanden und lesbar'),
    ]),
    section('route', 'Escape route', 'Fluchtweg', [
      yesNo(
        'free',
        'Free along its whole length: no goods, furniture, bins',
        'Auf ganzer Länge frei: keine Waren, Möbel, Behälter',
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      measure('width', 'cm', 'Clear width at the narrowest place', 'Lichte Breite an der engsten Stelle', {
        passFrom: 90,
        weight: 2,
        help: [
          '90 cm is the least for few people; the escape plan may ask for more.',
          '90 cm ist das Mindeste für wenige Personen; der Fluchtplan kann mehr verlangen.',
        ],
      }),
      yesNo(
        'exit',
        'Exit doors open in the direction of escape, without a key, with one hand',
        'Ausgangstüren öffnen in Fluchtrichtung, ohne Schlüssel, mit einer Hand',
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      yesNo(
        'outside',
        'The way goes on outside: not parked up, no snow, no ice',
        'Der Weg ist draußen weiter frei: nicht zugeparkt, kein Schnee, kein Eis',
        { weight: 2 },
      ),
      yesNo(
        'signs',
        'Escape signs visible from every place, lit ones lit',
        'Rettungszeichen von jeder Stelle sichtbar, Leuchten in Betrieb',
        { weight: 2 },
      ),
      yesNo(
        'plan',
        'Escape plan up to date and turned the right way',
        'Flucht- und Rettungsplan aktuell und lagerichtig',
      ),
    ]),
    section('extinguishers', 'Extinguishers and alarms', 'Löscher und Melder', [
      choice(
        'test',
        'Inspection mark of the extinguisher',
        'Prüfplakette des Feuerlöschers',
        [
          ['VALID', 1, 'In date', 'Gültig'],
          ['DUE', 0.5, 'Due within a month', 'Läuft binnen eines Monats ab'],
          ['EXPIRED', 0, 'Past its date', 'Abgelaufen'],
          ['GONE', 0, 'No mark or no extinguisher', 'Keine Plakette oder kein Löscher'],
        ],
        { weight: 2, photo: 'ON_FAIL' },
      ),
      yesNo(
        'reach',
        'In its place, sealed, sign visible, nothing in front',
        'An seinem Platz, verplombt, Schild sichtbar, nichts davor',
        { weight: 2 },
      ),
      yesNo('call', 'Manual call points visible and undamaged', 'Handfeuermelder sichtbar und unbeschädigt', {
        allowNa: true,
      }),
      picture(
        'overview',
        'A photo of the door or the route as found',
        'Ein Foto der Tür oder des Weges, wie vorgefunden',
        { required: false, photo: 'OPTIONAL' },
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
