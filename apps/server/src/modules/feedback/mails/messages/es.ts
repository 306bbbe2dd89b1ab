import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Confirme, por favor: correos sobre su aviso: {room}',
    heading: '¿Quiere novedades de su aviso por correo?',
    lead: 'Si confirma, le escribimos cuando el equipo responda y cuando esté hecho.',
    button: 'Confirmar',
    footer:
      'Alguien introdujo esta dirección para un aviso. Si no fue usted, no tiene que hacer nada: no recibirá más correos.',
  },
  outcome: {
    FIXED: {
      subject: 'Arreglado: {room}',
      heading: 'Lo que avisó está arreglado',
      lead: 'El equipo dice que está hecho. ¿Está arreglado? Si no, dígalo en la página y la tarea se abre de nuevo.',
      button: 'Decir si está arreglado',
    },
    REPLY: {
      subject: 'Una respuesta a su aviso: {room}',
      heading: 'Una respuesta a su aviso',
      lead: 'El equipo le ha escrito:',
      button: 'Abrir su aviso',
    },
    footer: 'Dio esta dirección para recibir novedades de su aviso. No la usamos para nada más.',
    stop: 'No recibir más correos sobre este aviso',
    sampleReply: 'Gracias.\nUn fontanero viene a las 15 h.',
  },
} satisfies Texts<typeof en>
