import { choice, level, levels, measure, picture, remark, type Sample, section, yesNo } from './shape.ts'

export const playgroundOutdoors: Sample = {
  code: 'PLAYGROUND_OUTDOORS',
  name: ['Playground and outdoors', 'Spielplatz und Außenanlage'],
  description: [
    'The routine visual inspection after EN 1176-7, with paths and planting. It replaces neither the operational nor the yearly main inspection.',
    'Die visuelle Routineinspektion nach EN 1176-7, dazu Wege und Grün. Ersetzt weder die operative noch die jährliche Hauptinspektion.',
  ],
  sector: 'GROUNDS',
  types: ['OUTDOOR'],
  passMark: 85,
  presence: 'OPTIONAL',
  sections: [
    section('paths', 'Paths and planting', 'Wege und Grün', [
      yesNo(
        'trip',
        'No trip hazards: paving, roots, covers, edges over 2 cm',
        'Keine Stolperstellen: Pflaster, Wurzeln, Deckel, Kanten über 2 cm',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'PAVING_BROKEN' },
      ),
      yesNo(
        'ice',
        'No ice, wet leaves or moss where people walk',
        'Kein Eis, nasses Laub oder Moos auf Wegen',
        { weight: 2, photo: 'ON_FAIL', category: 'ICE' },
      ),
      yesNo(
        'branches',
        'No broken or hanging branches above paths and play areas',
        'Keine gebrochenen oder hängenden Äste über Wegen und Spielflächen',
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      level('litter', 'Litter, bins, dog waste', 'Abfall, Behälter, Hundekot', {
        help: levels,
        weight: 2,
        category: 'LITTER',
      }),
      yesNo('lights', 'Lamps undamaged and, in the dark, lit', 'Leuchten unbeschädigt und im Dunkeln an', {
        category: 'LIGHT_OUT',
      }),
      yesNo(
        'furniture',
        'Benches, railings and fences firm, without splinters',
        'Bänke, Geländer und Zäune fest, ohne Splitter',
        { category: 'VANDALISM' },
      ),
    ]),
    section('play', 'Playground', 'Spielplatz', [
      yesNo('has', 'There is a playground here', 'Hier gibt es einen Spielplatz', { weight: 0 }),
      ...[
        yesNo(
          'sharp',
          'No glass, needles or poisonous plants in sand and grass',
          'Kein Glas, keine Nadeln oder Giftpflanzen in Sand und Rasen',
          { weight: 3, critical: true, photo: 'ON_FAIL', category: 'LITTER' },
        ),
        yesNo(
          'parts',
          'No part missing, loose, broken or sharp; foundations covered',
          'Kein Teil fehlt, ist lose, gebrochen oder scharf; Fundamente bedeckt',
          { weight: 3, critical: true, photo: 'ON_FAIL', category: 'VANDALISM' },
        ),
        yesNo(
          'wear',
          'Chains, hooks, ropes and bearings worn by less than a third',
          'Ketten, Haken, Seile und Lager weniger als ein Drittel abgenutzt',
          { weight: 3, critical: true, photo: 'ON_FAIL' },
        ),
        yesNo(
          'traps',
          'No new gaps where a head, finger or cord could be caught',
          'Keine neuen Fangstellen für Kopf, Finger oder Kordeln',
          { weight: 3, critical: true, photo: 'ON_FAIL' },
        ),
        choice(
          'ground',
          'Ground below the equipment',
          'Boden unter den Geräten',
          [
            ['LOOSE', 1, 'Loose: sand, gravel, bark', 'Lose: Sand, Kies, Rinde'],
            ['RUBBER', 1, 'Rubber', 'Fallschutzplatten'],
            ['GRASS', 1, 'Grass', 'Rasen'],
            ['HARD', 0, 'Hard', 'Hart'],
          ],
          { weight: 2, critical: true },
        ),
      ].map((each) => ({ ...each, showIf: { questionId: 'has', is: [true] } })),
      measure(
        'depth',
        'cm',
        'Depth of loose material in the thinnest place',
        'Tiefe des losen Materials an der dünnsten Stelle',
        {
          showIf: { questionId: 'ground', is: ['LOOSE'] },
          passFrom: 20,
          weight: 3,
          critical: true,
          photo: 'ON_FAIL',
          help: [
            'EN 1176-1 asks for 20 cm up to 2 m fall height and 30 cm up to 3 m, and 10 cm more for what is kicked away.',
            'EN 1176-1 verlangt 20 cm bis 2 m Fallhöhe und 30 cm bis 3 m, dazu 10 cm für das Wegspielen.',
          ],
        },
      ),
      yesNo(
        'sign',
        'Sign with operator and emergency number legible',
        'Schild mit Betreiber und Notruf lesbar',
        { showIf: { questionId: 'has', is: [true] } },
      ),
      picture('overview', 'A photo from the entrance', 'Ein Foto vom Eingang aus', {
        required: false,
        photo: 'OPTIONAL',
      }),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
