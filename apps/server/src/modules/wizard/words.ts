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
  missing: 'Something must stand here.',
  tooLong: (most) => `Longer than ${most} characters.`,
  openQuote: 'A quotation mark is never closed.',
  timeZone: 'It must be a time zone such as Europe/London.',
  hours: 'Hours look like 07:00–18:00, ascending and apart.',
  stillExample: 'This building is still the example. Name your own, or say that the example is wanted.',
  twice: (row) => `The same stands in row ${row}.`,
  tooMany: (most) => `More than ${most} do not go at once. Leave the rest for another run.`,
  unknownFloor: (name) => `“${name}” is none of the floors. Choose one, or add it to the floors.`,
  unknownType: (name) => `“${name}” is no kind of place. Choose one from the list.`,
  noEmail: 'This is no e-mail address.',
  inTeam: 'This person is in the team already.',
  unknownRole: 'A role is Technician, Manager or Administrator.',
  unknownRule: 'There is no such rule.',
  needsBuilding: 'Floors and rooms need a building. Name it, or skip them too.',
  nothing: 'Nothing is saved yet that could be made.',
}

const de: FaultWords = {
  missing: 'Hier muss etwas stehen.',
  tooLong: (most) => `Länger als ${most} Zeichen.`,
  openQuote: 'Ein Anführungszeichen wird nicht geschlossen.',
  timeZone: 'Hier steht eine Zeitzone wie Europe/London.',
  hours: 'Zeiten sehen so aus: 07:00–18:00, aufsteigend und ohne Überschneidung.',
  stillExample:
    'Dieses Gebäude ist noch das Beispiel. Benennen Sie Ihr eigenes, oder sagen Sie, dass Sie das Beispiel wollen.',
  twice: (row) => `Dasselbe steht in Zeile ${row}.`,
  tooMany: (most) => `Mehr als ${most} gehen nicht auf einmal. Der Rest kommt in einen weiteren Durchgang.`,
  unknownFloor: (name) => `„${name}“ ist keine der Etagen. Wählen Sie eine aus oder ergänzen Sie die Etagen.`,
  unknownType: (name) => `„${name}“ ist keine Art von Ort. Wählen Sie eine aus der Liste.`,
  noEmail: 'Das ist keine E-Mail-Adresse.',
  inTeam: 'Diese Person ist schon im Team.',
  unknownRole: 'Eine Rolle heißt Technik, Leitung oder Verwaltung.',
  unknownRule: 'Diese Regel gibt es nicht.',
  needsBuilding: 'Etagen und Räume brauchen ein Gebäude. Benennen Sie es oder überspringen Sie auch diese.',
  nothing: 'Es ist noch nichts gespeichert, das angelegt werden könnte.',
}

export type { FaultWords }

/** English, if the language is not one of the desk's. */
export const faultWords = (language: string): FaultWords => (language.startsWith('de') ? de : en)
