import { choice, level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

const inWinter = { showIf: { questionId: 'weather', is: ['SNOW', 'ICE'] } }

export const entranceWinter: Sample = {
  code: 'ENTRANCE_WINTER',
  name: ['Entrance and winter service', 'Eingang und Winterdienst'],
  description: [
    'The first impression, safe steps and, with snow or ice, whether the winter service kept to what was agreed.',
    'Der erste Eindruck, sichere Wege und bei Schnee oder Glätte, ob der Winterdienst das Vereinbarte leistet.',
  ],
  sector: 'GROUNDS',
  types: ['ENTRANCE'],
  passMark: 80,
  presence: 'REQUIRED',
  sections: [
    section('entrance', 'Entrance', 'Eingang', [
      yesNo(
        'door',
        'Doors open, close and stop for people as they should',
        'Türen öffnen, schließen und halten für Personen an',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'DOOR_FAULT' },
      ),
      level('glass', 'Glass, handles and door leaf', 'Glas, Griffe und Türblatt', { help: levels }),
      level(
        'floor',
        'Floor and mats: litter, water, dirt carried in',
        'Boden und Matten: Abfall, Nässe, eingetragener Schmutz',
        { help: levels, weight: 2, category: 'LITTER' },
      ),
      yesNo(
        'mats',
        'Mats lie flat, edges down, not soaked',
        'Matten liegen flach, Kanten unten, nicht durchnässt',
        { weight: 2, photo: 'ON_FAIL', category: 'WET_FLOOR' },
      ),
      yesNo('ramp', 'Ramp and step-free way free', 'Rampe und stufenloser Weg frei', {
        weight: 3,
        critical: true,
        allowNa: true,
        photo: 'ON_FAIL',
        category: 'RAMP_BLOCKED',
      }),
      yesNo(
        'reader',
        'Bell, intercom and card reader work',
        'Klingel, Sprechanlage und Kartenleser funktionieren',
        { weight: 2, allowNa: true, category: 'CARD_READER_FAULT' },
      ),
      yesNo(
        'signs',
        'Street number, name and opening hours right and legible, lit in the dark',
        'Hausnummer, Name und Öffnungszeiten richtig und lesbar, im Dunkeln beleuchtet',
      ),
      level(
        'litter',
        'Outside within 10 m: litter, cigarette ends, leaves',
        'Außen im Umkreis von 10 m: Abfall, Kippen, Laub',
        { help: levels, category: 'LITTER' },
      ),
    ]),
    section('winter', 'Winter service', 'Winterdienst', [
      choice(
        'weather',
        'Weather in the last three hours',
        'Wetter in den letzten drei Stunden',
        [
          ['DRY', 1, 'No frost, no snow', 'Kein Frost, kein Schnee'],
          ['SNOW', 1, 'Snow', 'Schnee'],
          ['ICE', 1, 'Ice or freezing rain', 'Eis oder gefrierender Regen'],
        ],
        { weight: 0 },
      ),
      measure(
        'cleared',
        'cm',
        'Cleared width of the path to the entrance',
        'Geräumte Breite des Weges zum Eingang',
        {
          ...inWinter,
          passFrom: 120,
          weight: 3,
          photo: 'ON_FAIL',
          help: [
            'At the narrowest place; 120 cm lets a wheelchair and a person pass.',
            'An der engsten Stelle; bei 120 cm kommen Rollstuhl und Person aneinander vorbei.',
          ],
          category: 'RAMP_BLOCKED',
        },
      ),
      choice(
        'grip',
        'How the path feels underfoot',
        'Wie sich der Weg begehen lässt',
        [
          ['SAFE', 1, 'Safe, gritted', 'Sicher, gestreut'],
          ['PARTLY', 0.5, 'Slippery in places', 'Stellenweise glatt'],
          ['SLIPPERY', 0, 'Slippery', 'Glatt'],
        ],
        { ...inWinter, weight: 3, critical: true, photo: 'ON_FAIL', category: 'WET_FLOOR' },
      ),
      yesNo(
        'steps',
        'Steps, handrails and ramps cleared to the edge',
        'Stufen, Handläufe und Rampen bis zum Rand geräumt',
        { ...inWinter, weight: 2 },
      ),
      yesNo(
        'roof',
        'No icicles or overhanging snow above paths, or closed off',
        'Keine Eiszapfen oder Schneeüberhänge über Wegen, oder abgesperrt',
        { ...inWinter, weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      yesNo(
        'log',
        'Log shows the round with time and name',
        'Räumbuch nennt den Einsatz mit Zeit und Namen',
        { ...inWinter, allowNa: true },
      ),
      yesNo('grit', 'Grit in reserve', 'Streugut vorrätig', {
        allowNa: true,
        help: ['From November to March.', 'Von November bis März.'],
      }),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
