import { level, levels, measure, picture, remark, type Sample, section, yesNo } from './shape.ts'

const measured = { category: 'NOT_ACCESSIBLE', photo: 'ON_FAIL' } as const

export const accessibleWashroom: Sample = {
  code: 'ACCESSIBLE_WASHROOM',
  name: ['Accessible washroom', 'Barrierefreier Sanitärraum'],
  description: [
    'Whether somebody in a wheelchair can get in, move over, call for help and wash: measures after ISO 21542 and DIN 18040-1.',
    'Ob jemand im Rollstuhl hineinkommt, umsetzen, Hilfe rufen und sich waschen kann: Maße nach ISO 21542 und DIN 18040-1.',
  ],
  sector: 'ACCESSIBILITY',
  types: ['WASHROOM'],
  passMark: 90,
  presence: 'REQUIRED',
  sections: [
    section('door', 'Door and space', 'Tür und Bewegungsfläche', [
      measure('door', 'cm', 'Clear width of the door', 'Lichte Breite der Tür', {
        ...measured,
        passFrom: 90,
        weight: 3,
        critical: true,
      }),
      yesNo(
        'outward',
        'Opens outward or slides, and can be unlocked from outside',
        'Öffnet nach außen oder als Schiebetür, von außen entriegelbar',
        { ...measured, weight: 2 },
      ),
      measure(
        'turning',
        'cm',
        'Smallest side of the space for turning',
        'Kleinste Seite der Bewegungsfläche',
        { ...measured, passFrom: 150, weight: 3, critical: true },
      ),
      yesNo(
        'free',
        'Not used as a store: no bins, trolleys, boxes',
        'Nicht als Lager genutzt: keine Behälter, Wagen, Kartons',
        { ...measured, weight: 3, critical: true },
      ),
    ]),
    section('toilet', 'Toilet', 'WC', [
      measure('seat', 'cm', 'Height of the seat', 'Sitzhöhe', {
        ...measured,
        passFrom: 46,
        passTo: 48,
        weight: 2,
      }),
      measure(
        'beside',
        'cm',
        'Free width beside the toilet, wider side',
        'Freie Breite neben dem WC, breitere Seite',
        {
          ...measured,
          passFrom: 90,
          weight: 3,
          critical: true,
          help: [
            'At least 70 cm deep; where both sides are to be used, each needs it.',
            'Mindestens 70 cm tief; wo beidseitig umgesetzt wird, auf jeder Seite.',
          ],
        },
      ),
      measure('rails', 'cm', 'Height of the rails above the seat', 'Höhe der Stützgriffe über dem Sitz', {
        ...measured,
        passFrom: 26,
        passTo: 30,
        weight: 2,
      }),
      yesNo(
        'firm',
        'Rails fold, hold in each position and do not give',
        'Griffe klappen, halten in jeder Stellung und geben nicht nach',
        { ...measured, weight: 3, critical: true },
      ),
      yesNo(
        'reach',
        'Flush and paper in reach without turning round',
        'Spülung und Papier erreichbar, ohne sich umzudrehen',
        { ...measured, weight: 2 },
      ),
      yesNo(
        'cord',
        'Emergency call in reach from the seat and from the floor',
        'Notruf vom Sitz und vom Boden aus erreichbar',
        {
          ...measured,
          weight: 3,
          critical: true,
          help: [
            'The cord hangs free, its end 20 cm above the floor at most.',
            'Die Schnur hängt frei, ihr Ende höchstens 20 cm über dem Boden.',
          ],
        },
      ),
      yesNo(
        'answered',
        'Test call: somebody came or answered within three minutes',
        'Testruf: binnen drei Minuten kam jemand oder antwortete',
        { ...measured, weight: 3, critical: true, allowNa: true },
      ),
    ]),
    section('basin', 'Basin and fittings', 'Waschbecken und Ausstattung', [
      measure('basin', 'cm', 'Height of the basin', 'Höhe des Waschbeckens', {
        ...measured,
        passFrom: 70,
        passTo: 80,
        weight: 2,
      }),
      yesNo(
        'knees',
        'Knees fit below: 67 cm high at 30 cm depth',
        'Unterfahrbar: 67 cm hoch bei 30 cm Tiefe',
        { ...measured, weight: 2 },
      ),
      yesNo('mirror', 'Mirror usable sitting and standing', 'Spiegel sitzend und stehend nutzbar', measured),
      measure(
        'dispensers',
        'cm',
        'Height of soap, towels and dryer',
        'Höhe von Seife, Handtüchern und Trockner',
        { ...measured, passFrom: 85, passTo: 105, weight: 2 },
      ),
      yesNo('hooks', 'Coat hooks at 85 and at 150 cm', 'Kleiderhaken in 85 und 150 cm Höhe', measured),
      level(
        'clean',
        'Cleanliness of all that hands and clothes touch',
        'Sauberkeit von allem, was Hände und Kleidung berühren',
        { help: levels, weight: 3, category: 'NOT_CLEAN' },
      ),
      picture(
        'toilet-photo',
        'A photo of the toilet with the free space beside it',
        'Ein Foto des WC mit der freien Fläche daneben',
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
