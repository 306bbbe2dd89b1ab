/** Messages for faults in cells, in the languages of the desk. */

interface FaultWords {
  readonly missing: string
  readonly tooLong: (most: number) => string
  readonly openQuote: string
  readonly timeZone: string
  readonly hours: string
  readonly stillExample: string
  readonly twice: (row: number) => string
  readonly tooMany: (most: number) => string
  readonly unknownFloor: (name: string) => string
  readonly unknownType: (name: string) => string
  readonly noEmail: string
  readonly inTeam: string
  readonly unknownRole: string
  readonly unknownRule: string
  readonly needsBuilding: string
  readonly nothing: string
}

const en: FaultWords = {
  missing: 'This is required.',
  tooLong: (most) => `Longer than ${most} characters.`,
  openQuote: 'A quotation mark is never closed.',
  timeZone: 'It must be a time zone such as Europe/London.',
  hours: 'Enter hours such as 07:00–18:00, in order and without overlaps.',
  stillExample: 'This building is still the example. Enter your own, or confirm that you want the example.',
  twice: (row) => `This is the same as in row ${row}.`,
  tooMany: (most) => `At most ${most} are possible at once. Leave the rest for another run.`,
  unknownFloor: (name) => `“${name}” is not one of the floors. Choose one, or add it to the floors.`,
  unknownType: (name) => `“${name}” is not an amenity type. Choose one from the list.`,
  noEmail: 'This is not an email address.',
  inTeam: 'This person is already in the team.',
  unknownRole: 'The role must be Technician, Manager or Administrator.',
  unknownRule: 'This rule does not exist.',
  needsBuilding: 'Floors and rooms need a building. Enter it, or skip them too.',
  nothing: 'Nothing is saved yet that could be created.',
}

const de: FaultWords = {
  missing: 'Bitte ausfüllen.',
  tooLong: (most) => `Länger als ${most} Zeichen.`,
  openQuote: 'Ein Anführungszeichen wird nicht geschlossen.',
  timeZone: 'Bitte eine Zeitzone wie Europe/London angeben.',
  hours: 'Bitte Zeiten wie 07:00–18:00 angeben, in aufsteigender Reihenfolge und ohne Überschneidung.',
  stillExample:
    'Das ist noch das Beispielgebäude. Geben Sie Ihr eigenes an oder bestätigen Sie, dass Sie das Beispiel wollen.',
  twice: (row) => `Das steht schon in Zeile ${row}.`,
  tooMany: (most) => `Höchstens ${most} auf einmal. Legen Sie den Rest in einem weiteren Durchgang an.`,
  unknownFloor: (name) => `„${name}“ ist keine der Etagen. Wählen Sie eine aus oder ergänzen Sie die Etagen.`,
  unknownType: (name) => `„${name}“ ist keine Art von Einrichtung. Wählen Sie eine aus der Liste.`,
  noEmail: 'Das ist keine E-Mail-Adresse.',
  inTeam: 'Diese Person ist schon im Team.',
  unknownRole: 'Mögliche Rollen sind Technik, Leitung und Verwaltung.',
  unknownRule: 'Diese Regel gibt es nicht.',
  needsBuilding:
    'Etagen und Räume brauchen ein Gebäude. Geben Sie es an oder überspringen Sie auch diese Schritte.',
  nothing: 'Es ist noch nichts gespeichert, das angelegt werden könnte.',
}

export type { FaultWords }

/** English, if the language is not one of the desk's. */
export const faultWords = (language: string): FaultWords => (language.startsWith('de') ? de : en)
