import kit from '#desk-kit/lib/messages/de.ts'
import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  ...kit,
  places: {
    tenants: { name: 'Mandanten' },
    tenant: { name: 'Mandant' },
    jobs: { name: 'Jobs und Warteschlangen' },
    deliveries: { name: 'E-Mails und Webhooks' },
    abuse: { name: 'Missbrauch' },
    announcements: { name: 'Ankündigungen' },
    flags: { name: 'Funktionsschalter' },
    system: { name: 'System' },
    audit: { name: 'Protokoll' },
  },
  signIn: {
    title: 'Anmeldung zur Plattform',
    help: 'Für Personen, die diesen Dienst betreiben. Eine Sitzung dauert 30 Minuten.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    code: 'Code aus Ihrer Authenticator-App',
    codeHelp: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes.',
    submit: 'Anmelden',
    refused:
      'E-Mail-Adresse, Passwort oder Code stimmt nicht. Ein Code gilt nur einmal; warten Sie auf den nächsten.',
    needed: 'Geben Sie alle drei ein.',
  },
} satisfies Texts<typeof en>
