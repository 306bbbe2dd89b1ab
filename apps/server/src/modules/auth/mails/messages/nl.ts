import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} nodigt u uit voor {organisation} op Wellkept',
    heading: 'Welkom bij {organisation}',
    lead: '{inviter} heeft u toegevoegd aan het team van {organisation}.',
    next: 'Accepteer en kies hoe u zich aanmeldt. De link werkt één keer en is {time} geldig; daarna kan {inviter} een nieuwe sturen.',
    button: 'Uitnodiging accepteren',
    footer:
      'U krijgt deze e-mail omdat {inviter} uw adres heeft ingevuld. Had u dit niet verwacht, dan hoeft u niets te doen.',
  },
  signIn: {
    heading: 'Aanmelden bij Wellkept',
    lead: 'Open de link en druk op de knop op de pagina. Hij werkt één keer en is {time} geldig.',
    button: 'Aanmelden',
    code: 'Of vul deze code in waar u zich wilde aanmelden',
    leads: 'De link en de code melden u aan bij {organisation}.',
    others: 'Aanmelden bij een andere organisatie van u',
    footer:
      'Iemand wilde zich met dit e-mailadres aanmelden. Was u dat niet, dan hoeft u niets te doen: zonder deze e-mail kan niemand zich aanmelden. Deel de link en de code niet.',
  },
  passwordReset: {
    heading: 'Een nieuw wachtwoord kiezen',
    lead: 'Open de link en kies een nieuw wachtwoord. Hij werkt één keer en is {time} geldig. Daarna bent u overal elders uitgelogd.',
    button: 'Wachtwoord kiezen',
    leads: 'Hiermee wijzigt u het wachtwoord van uw account bij {organisation}.',
    others: 'Wachtwoord bij een andere organisatie van u wijzigen',
    footer:
      'Iemand heeft voor dit e-mailadres een nieuw wachtwoord gevraagd. Was u dat niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  },
  sessionEnded: {
    heading: 'We hebben een van uw apparaten uitgelogd',
    lead: 'Een aanmeldsleutel van dit apparaat is twee keer gebruikt. De oorzaak kan een netwerkprobleem zijn, of iemand heeft de sleutel gekopieerd. Voor de zekerheid hebben we het apparaat uitgelogd; uw andere apparaten blijven ingelogd.',
    device: 'Apparaat',
    at: 'Wanneer',
    button: 'Opnieuw aanmelden',
    footer:
      'Gebeurt dit nog eens, of kent u het apparaat niet, wijzig dan uw wachtwoord en log uw andere apparaten uit in uw profiel.',
  },
  connectionAdded: {
    heading: 'Er is een assistent met uw account verbonden',
    lead: 'Een programma kan hier nu namens u handelen, met uw rechten, tot de verbinding eindigt of u die beëindigt.',
    name: 'Verbinding',
    may: 'Mag',
    read: 'lezen',
    write: 'lezen en schrijven',
    at: 'Verbonden',
    ends: 'Eindigt',
    button: 'Verbindingen bekijken',
    footer:
      'Was u dit niet, beëindig dan de verbinding in uw profiel, wijzig uw wachtwoord en log uw andere apparaten uit.',
  },
  test: {
    subject: 'Proef van Wellkept',
    heading: 'E-mails bereiken u',
    unconfirmed:
      'Geen van uw apparaten heeft de proefmelding bevestigd, daarom krijgt u deze e-mail. Dat geldt ook voor meldingen over taken.',
    noDevice:
      'U hebt een proef gevraagd, en op geen van uw apparaten staan meldingen aan. Meldingen over taken krijgt u per e-mail.',
    button: 'Meldingen openen',
    footer: 'U krijgt deze e-mail omdat u erom hebt gevraagd in Wellkept.',
  },
} satisfies Texts<typeof en>
