import type { Texts } from '#ui/language/texts.ts'
import { places as amenities } from '../admin/amenities/messages/de.ts'
import { places as audit } from '../admin/audit/messages/de.ts'
import { places as buildings } from '../admin/buildings/messages/de.ts'
import { places as companies } from '../admin/companies/messages/de.ts'
import { places as data } from '../admin/data/messages/de.ts'
import { places as escalation } from '../admin/escalation/messages/de.ts'
import { places as keys } from '../admin/keys/messages/de.ts'
import { places as mails } from '../admin/mails/messages/de.ts'
import { places as operators } from '../admin/operators/messages/de.ts'
import { places as qr } from '../admin/qr/messages/de.ts'
import { places as routing } from '../admin/routing/messages/de.ts'
import { places as rules } from '../admin/rules/messages/de.ts'
import { places as schedules } from '../admin/schedules/messages/de.ts'
import { places as settings } from '../admin/settings/messages/de.ts'
import { places as shifts } from '../admin/shifts/messages/de.ts'
import { places as sla } from '../admin/sla/messages/de.ts'
import { places as sso } from '../admin/sso/messages/de.ts'
import { places as team } from '../admin/team/messages/de.ts'
import { places as types } from '../admin/types/messages/de.ts'
import { places as webhooks } from '../admin/webhooks/messages/de.ts'
import { places as feedback } from '../feedback/messages/de.ts'
import { places as figures } from '../figures/messages/de.ts'
import { places as profile } from '../profile/messages/de.ts'
import { places as tasks } from '../tasks/messages/de.ts'
import { places as today } from '../today/messages/de.ts'
import type en from './en.ts'

export default {
  places: {
    ...today,
    ...feedback,
    ...tasks,
    ...figures,
    ...buildings,
    ...amenities,
    ...qr,
    ...types,
    ...rules,
    ...routing,
    ...companies,
    ...operators,
    ...shifts,
    ...sla,
    ...escalation,
    ...schedules,
    ...team,
    ...sso,
    ...keys,
    ...webhooks,
    ...settings,
    ...mails,
    ...data,
    ...audit,
    ...profile,
    setup: {
      name: 'Einrichten',
    },
  },

  shell: {
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    places: 'Bereiche',
    house: 'Haus',
    goTo: 'Gehe zu',
    searchIn: '„{typed}“ suchen in {place}',
    keys: 'Tastatur',
    keyCommands: 'Zu einem Bereich gehen',
    keySearch: 'In der Liste suchen',
    keyList: 'Nächste und vorige Zeile',
    keyOpen: 'Zeile öffnen',
    keySelect: 'Zeile auswählen',
    keyNew: 'Neue Aufgabe, in der Aufgabenliste',
    keyClose: 'Oberste Ebene schließen',
    keyHelp: 'Diese Liste',
    singleKeys: 'Kurzbefehle mit einzelnen Tasten',
    appearance: 'Darstellung',
    scheme: {
      SYSTEM: 'Wie das System',
      LIGHT: 'Hell',
      DARK: 'Dunkel',
    },
    language: 'Sprache',
    fieldApp: 'App für Rundgänge öffnen',
    signOut: 'Abmelden',
    sessionEnded: 'Sie wurden abgemeldet',
    sessionEndedHelp:
      'Was Sie hier eingegeben haben, ist noch da. Melden Sie sich daneben an und machen Sie weiter.',
    otherTitle: 'Hier ist jetzt {name} angemeldet',
    otherHelp:
      'Diese Seite gehört {name}. Von ihr wird nichts gezeigt und nichts gespeichert. Was eingegeben wurde, ist noch da, wenn {name} sich daneben wieder anmeldet.',
    goOnAs: 'Als {name} weitermachen',
    signInBeside: 'In neuem Tab anmelden',
    signInHere: 'Hier anmelden',
    changed: '{count, plural, one {# Änderung} other {# Änderungen}}',
    changedBy: '{count, plural, one {Geändert von {name}} other {# Änderungen von {name}}}',
    show: 'Anzeigen',
    moment: 'Einen Moment… der Dienst ist ausgelastet. Es geht von selbst weiter.',
    readOnly: 'Diese Organisation ist zurzeit nur lesbar. Besucher können weiterhin melden.',
    trial: 'Testzeitraum bis {day}.',
  },
  words: {
    loading: 'Lädt',
    retry: 'Erneut versuchen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    cancel: 'Abbrechen',
    close: 'Schließen',
    clear: 'Leeren',
    copy: 'Kopieren',
    copied: 'Kopiert',
    edit: 'Bearbeiten',
    remove: 'Entfernen',
    none: 'Keine',
    yes: 'Ja',
    no: 'Nein',
    notSaved: 'Ihre Eingaben sind nicht gespeichert.',
    discard: 'Verwerfen',
    keepEditing: 'Weiter bearbeiten',
    nothingMatches: 'Zu diesen Filtern passt nichts',
    clearFilters: 'Filter aufheben',
    filters: 'Filter',
    chosen: '{count} gewählt',
    nothingToChoose: 'Nichts zur Auswahl',
    typeForMore: 'Tippen Sie, um mehr zu finden.',
    select: '{name} auswählen',
    selectAll: 'Alle Zeilen dieser Seite auswählen',
    pages: 'Seiten',
    pageOf: '{pages, plural, one {{total} insgesamt} other {Seite {page} von #, {total} insgesamt}}',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    requestId: 'Anfrage',
    stale: 'Konnte nicht aktualisiert werden. Stand: {ago}.',
    usedOf: '{what}: {used} von {allowed} genutzt.',
    quota: {
      buildings: 'Gebäude',
      qrCodes: 'Verknüpfte QR-Codes',
      members: 'Teammitglieder',
      apiKeys: 'API-Schlüssel',
      webhooks: 'Webhooks',
      feedbackThisMonth: 'Rückmeldungen in diesem Monat',
    },
    building: 'Gebäude',
    amenity: 'Einrichtung',
    location: 'Ort',
    name: 'Name',
    noRating: 'Keine Bewertung',
    photo: 'Foto {index}',
    photos: '{count, plural, one {# Foto} other {# Fotos}}',
    plans: {
      TRIAL: 'Test',
      STARTER: 'Starter',
      PRO: 'Pro',
      BUSINESS: 'Business',
      ENTERPRISE: 'Enterprise',
    },
    role: {
      TECHNICIAN: 'Technik',
      MANAGER: 'Leitung',
      ADMIN: 'Verwaltung',
    },
    status: {
      OPEN: 'Offen',
      IN_PROGRESS: 'In Arbeit',
      DONE: 'Erledigt',
    },
    priority: {
      LOW: 'Niedrig',
      MEDIUM: 'Mittel',
      HIGH: 'Hoch',
      URGENT: 'Dringend',
    },
    state: {
      OPERATIONAL: 'In Ordnung',
      DEGRADED: 'Eingeschränkt',
      MAINTENANCE: 'Wartung',
      OUT_OF_ORDER: 'Außer Betrieb',
    },
    report: {
      OK: 'Nichts gemeldet',
      REPORTED: 'Gemeldet',
      CONFIRMED: 'Bestätigt',
      IN_PROGRESS: 'Wird behoben',
      RESOLVED: 'Behoben',
    },
    rating: {
      '1': 'Sehr schlecht',
      '2': 'Schlecht',
      '3': 'Geht so',
      '4': 'Gut',
      '5': 'Sehr gut',
    },
    languages: {
      en: 'Englisch',
      de: 'Deutsch',
      fr: 'Französisch',
      es: 'Spanisch',
      it: 'Italienisch',
      pt: 'Portugiesisch',
      nl: 'Niederländisch',
      pl: 'Polnisch',
      tr: 'Türkisch',
      ar: 'Arabisch',
      zh: 'Chinesisch',
      ja: 'Japanisch',
    },
    photoOf: 'Foto {index}: {caption}',
    up: 'Nach oben',
    down: 'Nach unten',
    facts: 'Angaben',
    created: 'Angelegt',
    more: 'Mehr',
    selectNone: 'Auswahl aufheben',
    asItIs: 'Wie bisher',
    emptyAsItIs: 'Leer: wie bisher',
    chooseAChange: 'Wählen Sie mindestens eine Änderung.',
    changeSelected: 'Ändern',
    addBuilding: 'Erstes Gebäude anlegen',
    firstBuildingHelp:
      'Beginnen Sie mit einem Gebäude und seinen Einrichtungen. Jede Einrichtung bekommt ihren eigenen Aufkleber.',
  },
  errors: {
    network: 'Der Dienst ist nicht erreichbar. Ihre Eingaben sind noch da.',
    badAnswer: 'Nicht der Dienst hat geantwortet. Prüfen Sie das Netz und versuchen Sie es erneut.',
    notFound: 'Das gibt es nicht oder nicht mehr.',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    readOnly: 'Diese Organisation ist zurzeit nur lesbar, es wurde nichts geändert.',
    planLimit:
      'Der Tarif ist ausgeschöpft. Entfernen Sie, was nicht mehr gebraucht wird, oder wählen Sie einen größeren Tarif.',
    changedMeanwhile:
      'Jemand anders hat das inzwischen geändert. Schließen Sie, sehen Sie es neu an und wiederholen Sie Ihre Änderung.',
    signedOut: 'Sie sind nicht mehr angemeldet.',
    stillBusy:
      'Der Dienst ist noch ausgelastet. Es ist nichts verloren; versuchen Sie es in einer Minute erneut.',
    internal: 'Bei uns ist etwas fehlgeschlagen. Es wurde nichts geändert.',
    unavailable: 'Das ist gerade nicht verfügbar.',
    maintenance:
      'Wellkept wird gerade gewartet, deshalb wurde nichts geändert. Sie können alles lesen; versuchen Sie es später noch einmal.',
    needsRole: 'Dafür ist die Rolle {role} nötig',
    youAre: 'Ihre Rolle ist {role}. Die Verwaltung kann sie unter Team ändern.',
    notHereTitle: 'Hier ist nichts',
    notHere: 'Unter dieser Adresse gibt es keine Seite.',
    brokenTitle: 'Diese Seite ist fehlgeschlagen',
    broken: 'Die Seite konnte nicht gezeigt werden. Es wurde nichts geändert.',
    gated: 'Das gehört zum Tarif {plan}',
    youHave: 'Ihr Tarif ist {plan}.',
  },
  period: {
    last: '{days, plural, one {Heute} other {Letzte # Tage}}',
    from: 'Von',
    to: 'Bis',
    zone: 'Tage in {zone}',
  },
  lists: {
    columns: 'Spalten',
    views: 'Ansichten',
    viewNamed: 'Ansicht: {name}',
    saveView: 'Diese Ansicht speichern',
    saveViewHelp: 'Merkt Filter, Reihenfolge und Spalten unter einem Namen, nur für Sie.',
    viewNameNeeded: 'Eine Ansicht braucht einen Namen.',
    deleteView: 'Ansicht {name} löschen',
    selection: 'Ausgewählte Zeilen',
    selected: '{count, plural, one {# ausgewählt} other {# ausgewählt}}',
    theirs: 'Inzwischen hat jemand anderes geschrieben:',
    takeTheirs: 'Übernehmen',
    overtaken: 'Jemand anderes hat dies gespeichert, während Sie es bearbeitet haben.',
    overtakenHelp:
      'Wo beide etwas geändert haben, stehen beide Werte beim Feld. Übernehmen Sie den anderen, oder speichern Sie noch einmal, um Ihren zu behalten.',
  },
  setup: {
    search: 'Einrichtung durchsuchen',
    missing: 'Was noch fehlt',
    parts: {
      facility: 'Wie Meldungen behandelt werden',
      operations: 'Wer die Arbeit macht und wann',
      people: 'Menschen',
      links: 'Andere Systeme',
      organisation: 'Organisation und Daten',
    },
    inPlan: 'Tarif {plan}',
  },
} satisfies Texts<typeof en>
