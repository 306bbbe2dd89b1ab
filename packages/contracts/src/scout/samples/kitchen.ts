import { level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const kitchenHygiene: Sample = {
  code: 'KITCHEN_HYGIENE',
  name: ['Kitchen hygiene', 'Küchenhygiene'],
  description: [
    'Office kitchens and coffee points after the hygiene rules for food: cold chain, surfaces, washing up, waste and pests.',
    'Teeküchen und Kaffeestationen nach den Regeln der Lebensmittelhygiene: Kühlung, Flächen, Spülen, Abfall und Schädlinge.',
  ],
  sector: 'HYGIENE',
  types: ['KITCHEN', 'COFFEE_POINT'],
  passMark: 85,
  presence: 'OPTIONAL',
  sections: [
    section('cold', 'Cold chain and food', 'Kühlung und Lebensmittel', [
      measure('fridge', '°C', 'Temperature in the fridge', 'Temperatur im Kühlschrank', {
        passFrom: 0,
        passTo: 7,
        weight: 3,
        critical: true,
        allowNa: true,
        photo: 'ON_FAIL',
        help: [
          'Thermometer in the middle shelf, door closed for 10 minutes.',
          'Thermometer im mittleren Fach, Tür seit 10 Minuten geschlossen.',
        ],
        category: 'FRIDGE_PROBLEM',
      }),
      measure('freezer', '°C', 'Temperature in the freezer', 'Temperatur im Gefrierfach', {
        passTo: -18,
        weight: 2,
        allowNa: true,
        category: 'FRIDGE_PROBLEM',
      }),
      yesNo(
        'dates',
        'Nothing past its use-by date; opened food covered and dated',
        'Nichts über dem Verbrauchsdatum; Angebrochenes abgedeckt und datiert',
        { weight: 2, photo: 'ON_FAIL', category: 'FRIDGE_PROBLEM' },
      ),
      yesNo(
        'raw',
        'Raw and ready-to-eat food stored apart',
        'Rohe und verzehrfertige Lebensmittel getrennt gelagert',
        { weight: 2, allowNa: true },
      ),
    ]),
    section('surfaces', 'Surfaces and equipment', 'Flächen und Geräte', [
      level('worktop', 'Worktops and sink', 'Arbeitsflächen und Spüle', {
        help: levels,
        weight: 3,
        photo: 'ON_FAIL',
        category: 'NOT_CLEAN',
      }),
      level('inside', 'Fridge, microwave and oven, inside', 'Kühlschrank, Mikrowelle und Ofen, innen', {
        help: levels,
        weight: 2,
        category: 'NOT_CLEAN',
      }),
      level(
        'machine',
        'Coffee machine: milk parts, spouts, drip tray',
        'Kaffeemaschine: Milchsystem, Ausläufe, Tropfschale',
        { help: levels, weight: 2, allowNa: true, category: 'NOT_CLEAN' },
      ),
      level('floor', 'Floor, also under and behind equipment', 'Boden, auch unter und hinter Geräten', {
        help: levels,
        category: 'NOT_CLEAN',
      }),
      yesNo(
        'cloths',
        'Cloths and sponges fresh and dry, or disposable',
        'Tücher und Schwämme frisch und trocken oder Einwegware',
        { weight: 2 },
      ),
    ]),
    section('hygiene', 'Hands, washing up, waste', 'Hände, Spülen, Abfall', [
      yesNo('hands', 'Soap and paper towels at the basin', 'Seife und Papierhandtücher am Becken', {
        weight: 2,
        critical: true,
      }),
      yesNo(
        'dishwasher',
        'Dishwasher works, filter clean, no dishes standing dirty',
        'Spülmaschine funktioniert, Sieb sauber, kein schmutziges Geschirr',
        { allowNa: true, category: 'DISHWASHER_FULL' },
      ),
      yesNo('waste', 'Waste lidded, emptied and separated', 'Abfall mit Deckel, geleert und getrennt', {
        category: 'BIN_FULL',
      }),
      yesNo(
        'pests',
        'No trace of pests: droppings, gnawing, insects',
        'Keine Spuren von Schädlingen: Kot, Fraß, Insekten',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'PESTS' },
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
