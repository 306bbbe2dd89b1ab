/** Names of templates in the languages of the desk. Names of amenity types and issues are in the catalogue. */
import type { TemplateCode } from '#contracts/wizard.ts'
import type { RuleCode } from './rules.ts'

export type FloorCode = 'BASEMENT' | 'GROUND' | 'FIRST' | 'SECOND' | 'THIRD'

interface NameAndAbout {
  readonly name: string
  readonly about: string
}

interface TemplateWords {
  readonly templates: Readonly<Record<TemplateCode, NameAndAbout>>
  readonly floors: Readonly<Record<FloorCode, string>>
  readonly rules: Readonly<Record<RuleCode, NameAndAbout>>
}

const en: TemplateWords = {
  templates: {
    office: { name: 'Office', about: 'Washrooms, meeting rooms and a coffee point on each floor' },
    clinic: { name: 'Clinic', about: 'Washrooms on each floor, lifts, entrance and parking' },
    hotel: { name: 'Hotel', about: 'Lifts, public washrooms, meeting rooms, gym and parking' },
    school: { name: 'School', about: 'Washrooms on each floor, kitchen, sports hall and the yard' },
    mall: { name: 'Shopping centre', about: 'Washrooms and lifts on each floor, entrances and parking' },
    gym: { name: 'Gym', about: 'Training rooms and washrooms on each floor' },
    coworking: {
      name: 'Coworking',
      about: 'Workspaces, meeting rooms, washrooms and a coffee point on each floor',
    },
  },
  floors: {
    BASEMENT: 'Basement',
    GROUND: 'Ground floor',
    FIRST: '1st floor',
    SECOND: '2nd floor',
    THIRD: '3rd floor',
  },
  rules: {
    MEETING_TECHNOLOGY: {
      name: 'Screens and video calls first',
      about:
        'A screen or video call that fails in a meeting room opens a high-priority task and notifies technicians at once.',
    },
    LEAK_URGENT: {
      name: 'Water damage at once',
      about: 'A leak or flooding opens an urgent task and notifies technicians and managers at once.',
    },
    HYGIENE_HIGH: {
      name: 'Hygiene first',
      about: 'A washroom or gym that is not clean, smells or has no soap opens a high-priority task.',
    },
    ACCESS_URGENT: {
      name: 'Step-free access',
      about:
        'A lift out of service or a way that is not accessible opens an urgent task and notifies technicians at once.',
    },
    EQUIPMENT_HIGH: {
      name: 'Broken equipment',
      about: 'Equipment that does not work opens a high-priority task.',
    },
    PARKING_HIGH: {
      name: 'Barriers and pay machines',
      about:
        'A barrier or pay machine that fails opens a high-priority task and notifies technicians at once.',
    },
    VANDALISM_NOTICE: {
      name: 'Vandalism and safety',
      about: 'Managers are notified at once of vandalism, and if somebody does not feel safe.',
    },
    NETWORK_NOTICE: {
      name: 'Network and power',
      about: 'Managers are notified at once when the network or a socket fails.',
    },
    POOR_RATING_NOTICE: {
      name: 'Every poor rating',
      about: 'Managers are notified at once of each rating of 2 or less.',
    },
    USED_OFTEN: {
      name: 'Clean after 30 visits',
      about: 'Thirty visits since the last cleaning of a washroom open a cleaning task.',
    },
  },
}

const de: TemplateWords = {
  templates: {
    office: { name: 'Büro', about: 'WCs, Besprechungsräume und eine Kaffeeecke auf jeder Etage' },
    clinic: { name: 'Klinik', about: 'WCs auf jeder Etage, Aufzüge, Eingang und Parkplatz' },
    hotel: { name: 'Hotel', about: 'Aufzüge, öffentliche WCs, Tagungsräume, Fitnessraum und Parkplatz' },
    school: { name: 'Schule', about: 'WCs auf jeder Etage, Küche, Turnhalle und Hof' },
    mall: { name: 'Einkaufszentrum', about: 'WCs und Aufzüge auf jeder Etage, Eingänge und Parkplatz' },
    gym: { name: 'Fitnessstudio', about: 'Trainingsräume und WCs auf jeder Etage' },
    coworking: {
      name: 'Coworking',
      about: 'Arbeitsplätze, Besprechungsräume, WCs und eine Kaffeeecke auf jeder Etage',
    },
  },
  floors: {
    BASEMENT: 'Untergeschoss',
    GROUND: 'Erdgeschoss',
    FIRST: '1. OG',
    SECOND: '2. OG',
    THIRD: '3. OG',
  },
  rules: {
    MEETING_TECHNOLOGY: {
      name: 'Bildschirm und Videokonferenz zuerst',
      about:
        'Geht in einem Besprechungsraum Bildschirm oder Videokonferenz nicht, entsteht eine Aufgabe mit hoher Priorität, und die Technik erfährt es sofort.',
    },
    LEAK_URGENT: {
      name: 'Wasser sofort',
      about:
        'Läuft Wasser aus oder steht etwas unter Wasser, entsteht eine dringende Aufgabe, und Technik und Leitung erfahren es sofort.',
    },
    HYGIENE_HIGH: {
      name: 'Hygiene zuerst',
      about:
        'Ist ein WC oder Fitnessraum nicht sauber, riecht es oder fehlt Seife, entsteht eine Aufgabe mit hoher Priorität.',
    },
    ACCESS_URGENT: {
      name: 'Wege ohne Stufen',
      about:
        'Ist ein Aufzug außer Betrieb oder ein Weg nicht barrierefrei, entsteht eine dringende Aufgabe, und die Technik erfährt es sofort.',
    },
    EQUIPMENT_HIGH: {
      name: 'Defekte Geräte',
      about: 'Geht ein Gerät nicht, entsteht eine Aufgabe mit hoher Priorität.',
    },
    PARKING_HIGH: {
      name: 'Schranken und Kassenautomaten',
      about:
        'Geht eine Schranke oder ein Kassenautomat nicht, entsteht eine Aufgabe mit hoher Priorität, und die Technik erfährt es sofort.',
    },
    VANDALISM_NOTICE: {
      name: 'Vandalismus und Sicherheit',
      about: 'Die Leitung erfährt sofort von Vandalismus und davon, dass sich jemand nicht sicher fühlt.',
    },
    NETWORK_NOTICE: {
      name: 'Netz und Strom',
      about: 'Die Leitung erfährt sofort, wenn das Netz oder eine Steckdose ausfällt.',
    },
    POOR_RATING_NOTICE: {
      name: 'Jede schlechte Bewertung',
      about: 'Die Leitung erfährt sofort von jeder Bewertung mit 2 oder weniger.',
    },
    USED_OFTEN: {
      name: 'Reinigung nach 30 Besuchen',
      about: 'Nach dreißig Besuchen eines WCs seit der letzten Reinigung entsteht eine Reinigungsaufgabe.',
    },
  },
}

/** English, if the language is not one of the desk's. */
export const templateWords = (language: string): TemplateWords => (language.startsWith('de') ? de : en)
