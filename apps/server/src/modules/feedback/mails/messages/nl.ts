import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Bevestig alstublieft: e-mails over uw melding: {room}',
    heading: 'Wilt u nieuws over uw melding per e-mail?',
    lead: 'Als u bevestigt, schrijven we u wanneer het team antwoordt en wanneer het klaar is.',
    button: 'Bevestigen',
    footer:
      'Iemand heeft dit adres bij een melding ingevuld. Was u dat niet, dan hoeft u niets te doen: u krijgt geen e-mails meer.',
  },
  outcome: {
    FIXED: {
      subject: 'Opgelost: {room}',
      heading: 'Wat u hebt gemeld is opgelost',
      lead: 'Volgens het team is het klaar. Klopt dat? Zo niet, zeg het op de pagina, dan wordt de taak heropend.',
      button: 'Zeggen of het opgelost is',
    },
    REPLY: {
      subject: 'Een antwoord op uw melding: {room}',
      heading: 'Een antwoord op uw melding',
      lead: 'Het team heeft u geschreven:',
      button: 'Uw melding openen',
    },
    footer: 'U hebt dit adres gegeven voor nieuws over uw melding. We gebruiken het nergens anders voor.',
    stop: 'Geen e-mails meer over deze melding',
    sampleReply: 'Dank u wel.\nOm 15 uur komt een loodgieter.',
  },
} satisfies Texts<typeof en>
