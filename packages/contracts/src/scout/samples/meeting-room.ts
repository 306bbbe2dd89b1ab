import { choice, level, levels, measure, remark, type Sample, section, yesNo } from './shape.ts'

export const meetingRoom: Sample = {
  code: 'MEETING_ROOM_READY',
  name: ['Meeting room ready', 'Besprechungsraum bereit'],
  description: [
    'Whether a meeting could begin now: picture, sound, seats, air, cleanliness, and what the door says.',
    'Ob eine Besprechung jetzt beginnen könnte: Bild, Ton, Plätze, Luft, Sauberkeit und Anzeige an der Tür.',
  ],
  sector: 'WORKPLACE',
  types: ['MEETING_ROOM'],
  passMark: 80,
  presence: 'OPTIONAL',
  sections: [
    section('technology', 'Technology', 'Technik', [
      yesNo(
        'screen',
        'Screen shows a laptop within a minute',
        'Bildschirm zeigt einen Laptop innerhalb einer Minute',
        { weight: 3, critical: true, photo: 'ON_FAIL', category: 'SCREEN_FAULT' },
      ),
      yesNo(
        'call',
        'Test call: camera, microphone and loudspeaker work',
        'Testanruf: Kamera, Mikrofon und Lautsprecher funktionieren',
        { weight: 3, allowNa: true, category: 'VIDEO_CALL_FAULT' },
      ),
      yesNo(
        'cables',
        'Cables, adapters and remote control there and labelled',
        'Kabel, Adapter und Fernbedienung vorhanden und beschriftet',
        { weight: 2, category: 'CABLE_MISSING' },
      ),
      yesNo('sockets', 'A free socket for each second seat', 'Für jeden zweiten Platz eine freie Steckdose'),
      choice(
        'panel',
        'What the panel at the door shows',
        'Was die Anzeige an der Tür zeigt',
        [
          ['RIGHT', 1, 'The right booking', 'Die richtige Buchung'],
          ['WRONG', 0, 'Something else', 'Etwas anderes'],
          ['DARK', 0, 'Nothing', 'Nichts'],
        ],
        { allowNa: true, category: 'BOOKED_BUT_EMPTY' },
      ),
    ]),
    section('room', 'Room', 'Raum', [
      measure('seats', '', 'Chairs at the table', 'Stühle am Tisch', {
        passFrom: 1,
        weight: 0,
        help: [
          'For the record; compare with the number at the door.',
          'Zur Information; mit der Zahl an der Tür vergleichen.',
        ],
      }),
      yesNo(
        'complete',
        'As many sound chairs as the door says',
        'So viele einwandfreie Stühle wie an der Tür angegeben',
        { category: 'CHAIRS_MISSING' },
      ),
      level('clean', 'Table, floor and bins', 'Tisch, Boden und Abfall', {
        help: levels,
        weight: 3,
        photo: 'ON_FAIL',
        category: 'NOT_CLEAN',
      }),
      yesNo('board', 'Board wiped, pens write', 'Tafel gewischt, Stifte schreiben', { allowNa: true }),
    ]),
    section('air', 'Air and light', 'Luft und Licht', [
      measure('co2', 'ppm', 'Carbon dioxide', 'Kohlendioxid', {
        passTo: 1000,
        weight: 2,
        allowNa: true,
        help: [
          'At table height, after the room was used. Up to 1,000 ppm is good.',
          'In Tischhöhe, nach einer Nutzung. Bis 1.000 ppm ist gut.',
        ],
        category: 'STALE_AIR',
      }),
      measure('temperature', '°C', 'Temperature', 'Temperatur', {
        passFrom: 20,
        passTo: 26,
        allowNa: true,
        category: 'TOO_HOT',
      }),
      yesNo(
        'light',
        'Lights, blinds and their switches work',
        'Licht, Jalousien und deren Schalter funktionieren',
        { category: 'LIGHT_FAULT' },
      ),
      yesNo(
        'quiet',
        'No disturbing noise with the door closed',
        'Bei geschlossener Tür kein störendes Geräusch',
        { category: 'NOISE' },
      ),
      remark('remark', 'Anything else', 'Sonstiges'),
    ]),
  ],
}
