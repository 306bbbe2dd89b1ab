import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as enPlaces } from './en.ts'

export const places = {
  plan: {
    name: 'Tarif',
    about: 'Was Ihr Tarif enthält, was davon genutzt wird, und Rechnungen.',
  },
} satisfies Texts<typeof enPlaces>

export default {
  yours: 'Ihr Tarif',
  price: '{price} im Monat',
  free: 'Kostenlos',
  byContract: 'Nach Vertrag',
  state: 'Zustand',
  states: {
    TRIAL: 'Testphase',
    ACTIVE: 'Aktiv',
    PAST_DUE: 'Unbezahlt',
    SUSPENDED: 'Nur Lesen',
    CLOSING: 'Wird geschlossen',
  },
  trialEnds: 'Testphase endet',
  trialOver: 'Testphase endete',
  renews: 'Verlängert sich',
  cancels: 'Endet',
  byHand: 'Vom Betreiber dieses Dienstes gesetzt. Was bezahlt ist, gilt, wenn das endet.',
  portal: 'Zahlung und Rechnungen',
  pay: 'Jetzt bezahlen',
  pastDue:
    'Die letzte Zahlung ist fehlgeschlagen. Bis {day} geht alles weiter; dann kann Ihr Team nur lesen.',
  suspended: 'Ihr Team kann nur lesen, bis der Tarif bezahlt ist. Besucher können weiter melden.',
  shrinks: 'Ab {day} werden Kommentare und Fotos gelöscht, die älter sind, als Ihr Tarif sie aufbewahrt.',
  export: 'Alle Daten exportieren',
  two: 'Zwei Abonnements werden bezahlt. Es gilt der höhere Tarif; kündigen Sie das andere unter Zahlung und Rechnungen.',
  unknownPrice:
    'Das Abonnement hat einen Preis, den dieser Dienst nicht kennt. Ihr Tarif bleibt, wie er ist.',
  waiting: 'Warten auf den Zahlungsanbieter…',
  done: 'Vielen Dank. Ihr Tarif ist {plan}.',
  late: 'Der Zahlungsanbieter hat noch nicht bestätigt. Das kann einige Minuten dauern; der Tarif ändert sich von selbst.',
  cancelled: 'Es wurde nichts gekauft.',
  used: 'Was genutzt wird',
  unlimited: '{used}, unbegrenzt',
  reaches: 'In diesem Tempo am {day} erreicht.',
  override: 'Andere Grenze bis {day}.',
  plans: 'Alle Tarife',
  current: 'Ihr Tarif',
  choose: '{plan} wählen',
  adds: 'Dazu: {features}',
  features: {
    ROUTING_RULES: 'Zuweisungsregeln',
    SLA_MONITORING: 'SLA',
    WEBHOOKS: 'Webhooks',
    DATA_EXPORT_CSV: 'CSV-Export',
    TASK_ESCALATION: 'Eskalation',
    PDF_REPORTS: 'PDF-Berichte',
    SHIFT_ROUTING: 'Zuweisung nach Schicht',
    SSO: 'Single Sign-on',
  },
  notConfigured: 'Auf diesem Dienst kann kein Tarif gekauft werden. Der Betreiber setzt ihn.',
  invoices: 'Rechnungen',
  noInvoices: 'Noch keine Rechnungen',
  number: 'Nummer',
  date: 'Datum',
  amount: 'Betrag',
  invoiceStates: {
    DRAFT: 'Entwurf',
    OPEN: 'Offen',
    PAID: 'Bezahlt',
    VOID: 'Storniert',
    UNCOLLECTIBLE: 'Ausgebucht',
  },
  draft: 'Entwurf',
} satisfies Texts<typeof en>
