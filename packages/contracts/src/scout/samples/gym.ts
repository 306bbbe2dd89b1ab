import { level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const gymChanging: Sample = {
  code: 'GYM_CHANGING',
  name: ['Gym and changing room', 'Fitnessraum und Umkleide'],
  description: [
    'Equipment safe to use, hygiene where skin touches, showers without Legionella by neglect, and lockers that lock.',
    'Sichere Geräte, Hygiene an allem, was Haut berührt, Duschen ohne Legionellen durch Stillstand, verschließbare Schränke.',
  ],
  sector: 'LEISURE',
  types: ['GYM'],
  passMark: 80,
  presence: 'OPTIONAL',
  sections: [
    section('gym', 'Gym', 'Fitnessraum', [
      yesNo(
        'equipment',
        'Cables, pins, guards and emergency stops of all machines sound',
        'Seile, Stifte, Verkleidungen und Not-Halt aller Geräte in Ordnung',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'EQUIPMENT_FAULT' },
      ),
      yesNo(
        'closed',
        'What is faulty is marked and cannot be used',
        'Defektes ist gekennzeichnet und nicht benutzbar',
        { weight: 3, critical: true, allowNa: true, photo: 'ON_FAIL', category: 'EQUIPMENT_FAULT' },
      ),
      level('contact', 'Grips, pads, mats and displays', 'Griffe, Polster, Matten und Anzeigen', {
        help: levels,
        weight: 3,
        photo: 'ON_FAIL',
        category: 'NOT_CLEAN',
      }),
      yesNo(
        'wipes',
        'Disinfectant and cloths in reach of each area',
        'Desinfektion und Tücher in jedem Bereich erreichbar',
        { weight: 2, category: 'NO_WIPES' },
      ),
      yesNo('stowed', 'Weights racked, walkways free', 'Gewichte verräumt, Wege frei'),
      measure('temperature', '°C', 'Air temperature', 'Lufttemperatur', {
        passFrom: 15,
        passTo: 22,
        allowNa: true,
        category: 'TOO_HOT',
      }),
      yesNo(
        'first-aid',
        'First-aid kit sealed and in date; the way to the defibrillator is shown',
        'Verbandkasten verplombt und gültig; der Weg zum Defibrillator ist ausgewiesen',
        { weight: 2 },
      ),
    ]),
    section('changing', 'Changing room and showers', 'Umkleide und Duschen', [
      level('floor', 'Floor and benches', 'Boden und Bänke', {
        help: levels,
        weight: 2,
        category: 'NOT_CLEAN',
      }),
      level(
        'showers',
        'Showers: tiles, joints, drains, mould',
        'Duschen: Fliesen, Fugen, Abläufe, Schimmel',
        { help: levels, weight: 3, photo: 'ON_FAIL', category: 'NOT_CLEAN' },
      ),
      yesNo(
        'dry',
        'Barefoot areas drain and are not slippery',
        'Barfußbereiche laufen ab und sind rutschhemmend',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'WET_FLOOR' },
      ),
      measure(
        'hot',
        '°C',
        'Hot water at the furthest shower after one minute',
        'Warmwasser an der entferntesten Dusche nach einer Minute',
        {
          passFrom: 55,
          weight: 2,
          allowNa: true,
          help: [
            'Measured before the mixer. Below 55 °C Legionella may grow.',
            'Vor der Mischarmatur gemessen. Unter 55 °C können Legionellen wachsen.',
          ],
          category: 'SHOWER_FAULT',
        },
      ),
      yesNo(
        'flushed',
        'Flushing record: every shower used or flushed within 72 hours',
        'Spülprotokoll: jede Dusche binnen 72 Stunden genutzt oder gespült',
        { weight: 2, allowNa: true, category: 'SHOWER_FAULT' },
      ),
      yesNo('lockers', 'Lockers lock, none broken open', 'Schränke schließen, keiner aufgebrochen', {
        category: 'LOCKER_FAULT',
      }),
      yesNo('air', 'Air fresh, no smell', 'Luft frisch, kein Geruch'),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
