import { choice, measure, picture, remark, type Sample, section, yesNo } from './shape.ts'

const onRamp = { showIf: { questionId: 'way', is: ['RAMP'] } }
const byLift = { showIf: { questionId: 'way', is: ['LIFT'] } }

export const accessibleRoute: Sample = {
  code: 'ACCESSIBLE_ROUTE',
  name: ['Accessible route', 'Barrierefreier Weg'],
  description: [
    'From the street to the counter, measured: after ISO 21542 and DIN 18040-1. Take a tape, a level and a spring balance.',
    'Von der Straße bis zum Ziel, mit Maßen: nach ISO 21542 und DIN 18040-1. Mitnehmen: Maßband, Wasserwaage, Federwaage.',
  ],
  sector: 'ACCESSIBILITY',
  types: ['ENTRANCE', 'OUTDOOR', 'ELEVATOR'],
  passMark: 90,
  presence: 'OPTIONAL',
  sections: [
    section('path', 'Path', 'Weg', [
      measure('width', 'cm', 'Narrowest place of the path', 'Engste Stelle des Weges', {
        passFrom: 120,
        weight: 3,
        critical: true,
        photo: 'ON_FAIL',
        help: [
          'Between fixed things; less is allowed for a door or a post, see below.',
          'Zwischen festen Bauteilen; für Türen und Pfosten gilt das eigene Maß.',
        ],
      }),
      measure(
        'turning',
        'cm',
        'Smallest side of the space for turning where the path bends or ends',
        'Kleinste Seite der Bewegungsfläche an Richtungswechseln und am Ende',
        { passFrom: 150, weight: 2, photo: 'ON_FAIL' },
      ),
      measure('step', 'cm', 'Highest step or threshold', 'Höchste Stufe oder Schwelle', {
        passFrom: 0,
        passTo: 2,
        weight: 3,
        critical: true,
        photo: 'ON_FAIL',
      }),
      measure('cross', '%', 'Steepest slope across the path', 'Größtes Quergefälle', {
        passFrom: 0,
        passTo: 2.5,
        photo: 'ON_FAIL',
      }),
      yesNo(
        'surface',
        'Surface firm, even and not slippery, also when wet',
        'Belag fest, eben und rutschhemmend, auch bei Nässe',
        { weight: 2, photo: 'ON_FAIL' },
      ),
      yesNo(
        'headroom',
        'Nothing hangs or stands out below 2.10 m that a cane would not find',
        'Unter 2,10 m ragt nichts herein, das ein Langstock nicht ertastet',
        { weight: 2, photo: 'ON_FAIL' },
      ),
      yesNo(
        'guidance',
        'Tactile and high-contrast guidance without a gap, or a straight wall or kerb to follow',
        'Tastbare und kontrastreiche Führung ohne Lücke, oder durchgehende Wand oder Kante',
        { weight: 2 },
      ),
      yesNo(
        'free',
        'Nothing put in the way: signs, bicycles, bins, tables',
        'Nichts im Weg abgestellt: Schilder, Fahrräder, Behälter, Tische',
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
    ]),
    section('levels', 'Difference in level', 'Höhenunterschied', [
      choice(
        'way',
        'How the difference is overcome',
        'Wie der Höhenunterschied überwunden wird',
        [
          ['NONE', 1, 'There is none', 'Es gibt keinen'],
          ['RAMP', 1, 'Ramp', 'Rampe'],
          ['LIFT', 1, 'Lift', 'Aufzug'],
          ['STEPS', 0, 'Steps only', 'Nur Stufen'],
        ],
        { weight: 3, critical: true, photo: 'ON_FAIL' },
      ),
      measure('gradient', '%', 'Steepest gradient of the ramp', 'Größte Neigung der Rampe', {
        ...onRamp,
        passFrom: 0,
        passTo: 6,
        weight: 3,
        critical: true,
        photo: 'ON_FAIL',
      }),
      measure(
        'length',
        'm',
        'Longest part without a landing of 150 cm',
        'Längster Abschnitt ohne Podest von 150 cm',
        { ...onRamp, passFrom: 0, passTo: 6 },
      ),
      measure('handrail', 'cm', 'Height of the handrails', 'Höhe der Handläufe', {
        ...onRamp,
        passFrom: 85,
        passTo: 90,
        help: ['On both sides, running on 30 cm beyond the end.', 'Beidseitig, 30 cm über das Ende hinaus.'],
      }),
      measure('cabin-width', 'cm', 'Cabin of the lift: width', 'Fahrkorb: Breite', {
        ...byLift,
        passFrom: 110,
        weight: 2,
      }),
      measure('cabin-depth', 'cm', 'Cabin of the lift: depth', 'Fahrkorb: Tiefe', {
        ...byLift,
        passFrom: 140,
        weight: 2,
      }),
      measure('buttons', 'cm', 'Height of the buttons', 'Höhe der Taster', {
        ...byLift,
        passFrom: 85,
        passTo: 105,
      }),
    ]),
    section('doors', 'Doors and orientation', 'Türen und Orientierung', [
      measure('door', 'cm', 'Clear width of the narrowest door', 'Lichte Breite der schmalsten Tür', {
        passFrom: 90,
        weight: 3,
        critical: true,
        photo: 'ON_FAIL',
      }),
      measure(
        'force',
        'N',
        'Force to open the heaviest door by hand',
        'Kraft zum Öffnen der schwersten Tür von Hand',
        {
          passFrom: 0,
          passTo: 25,
          weight: 2,
          allowNa: true,
          help: [
            'With a spring balance at the handle. Not for automatic doors.',
            'Mit Federwaage am Griff. Nicht bei automatischen Türen.',
          ],
        },
      ),
      yesNo(
        'glass',
        'Glass marked at two heights, in contrast',
        'Glasflächen in zwei Höhen kontrastreich markiert',
        { allowNa: true },
      ),
      yesNo(
        'signs',
        'Signs readable sitting and standing, letters also to be felt at doors',
        'Schilder sitzend und stehend lesbar, an Türen auch tastbar',
      ),
      picture(
        'narrowest',
        'A photo of the narrowest place with the tape',
        'Ein Foto der engsten Stelle mit Maßband',
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
