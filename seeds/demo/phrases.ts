/** Texts of visitors and technicians in the demo. */

type Phrases = readonly [string, ...string[]]

export const praise: Readonly<Record<'en' | 'de', Phrases>> = {
  en: [
    'Spotless, thank you',
    'Always clean here',
    'Works well',
    'Pleasant, nothing to complain about',
    'Fast help last week, thanks',
    'Good light and fresh air',
  ],
  de: [
    'Sehr sauber, danke',
    'Alles in Ordnung',
    'Funktioniert gut',
    'Angenehm hier',
    'Letzte Woche wurde schnell geholfen, danke',
  ],
}

const complaintsInEnglish: Readonly<Record<string, Phrases>> = {
  NO_PAPER: ['No paper in the left cubicle', 'Paper is out since this morning', 'Both rolls are empty'],
  NO_SOAP: ['Soap dispenser is empty', 'No soap at the right basin'],
  NOT_CLEAN: ['The floor is sticky', 'Nobody has cleaned here today', 'Please clean the table'],
  BAD_SMELL: ['It smells of drains', 'Strong smell in here'],
  BLOCKED_TOILET: ['The toilet does not drain', 'Blocked again', 'Water rises when flushed'],
  LEAK: ['Water on the floor behind the toilet', 'The tap drips all the time'],
  BIN_FULL: ['Bins are overflowing', 'The bin by the door is full'],
  SCREEN_FAULT: ['The screen stays black', 'No picture from the HDMI cable'],
  VIDEO_CALL_FAULT: ['The camera is not found', 'Others cannot hear us'],
  TOO_HOT: ['27 degrees in here', 'Far too warm after noon'],
  TOO_COLD: ['We sit here in coats', 'The heating does not start'],
  NO_COFFEE: ['Beans are out', 'No coffee since ten'],
  MACHINE_FAULT: ['The machine shows error 14', 'Only hot water comes out'],
  DOOR_FAULT: ['The door closes only on the third try', 'The door hits people'],
  BUTTON_FAULT: ['The button for level 4 does not react'],
  OUT_OF_SERVICE: ['Has been standing for an hour', 'Stuck on the ground floor'],
  CHARGER_FAULT: ['Charger 3 does not start', 'The plug will not release'],
  NETWORK: ['Wi-Fi drops every few minutes'],
}

const complaintsInGerman: Readonly<Record<string, Phrases>> = {
  NO_PAPER: ['Kein Papier mehr da', 'Papier fehlt in der linken Kabine'],
  NO_SOAP: ['Seifenspender ist leer'],
  NOT_CLEAN: ['Der Boden klebt', 'Hier wurde heute nicht geputzt'],
  BAD_SMELL: ['Es riecht nach Abfluss'],
  BLOCKED_TOILET: ['Toilette ist verstopft', 'Schon wieder verstopft'],
  LEAK: ['Wasser auf dem Boden', 'Der Hahn tropft'],
  BIN_FULL: ['Der Eimer läuft über'],
  SCREEN_FAULT: ['Der Bildschirm bleibt schwarz'],
  TOO_HOT: ['Viel zu warm'],
  TOO_COLD: ['Die Heizung geht nicht an'],
  NO_COFFEE: ['Keine Bohnen mehr'],
  MACHINE_FAULT: ['Die Maschine zeigt einen Fehler'],
  DOOR_FAULT: ['Die Tür schließt nicht richtig'],
}

export const complaints = { en: complaintsInEnglish, de: complaintsInGerman } as const

/** Notes of technicians on finished work; visitors read the public ones. */
export const fixes: Readonly<Record<string, Phrases>> = {
  NO_PAPER: ['Paper refilled in all cubicles'],
  NO_SOAP: ['Soap refilled'],
  NOT_CLEAN: ['Cleaned, floor and surfaces', 'Cleaned out of turn'],
  BAD_SMELL: ['Drain flushed and aired'],
  BLOCKED_TOILET: ['Unblocked, tested three times'],
  LEAK: ['Seal replaced', 'Tap washer replaced'],
  BIN_FULL: ['Bins emptied'],
  SCREEN_FAULT: ['Cable replaced, picture is back'],
  VIDEO_CALL_FAULT: ['Camera restarted and updated'],
  TOO_HOT: ['Valve adjusted, now 22 degrees'],
  TOO_COLD: ['Radiator bled'],
  NO_COFFEE: ['Beans refilled'],
  MACHINE_FAULT: ['Descaled and restarted'],
  DOOR_FAULT: ['Door closer adjusted'],
  OUT_OF_SERVICE: ['Reset by the lift company'],
  CHARGER_FAULT: ['Charger restarted from the back office'],
  NETWORK: ['Access point replaced'],
}

export const usualFix: Phrases = ['Seen to', 'Repaired and checked', 'Put right']

export const thanks: Phrases = [
  'Thank you, it works again',
  'Great, that was quick',
  'Danke, alles wieder gut',
]
