import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'En orden',
      DEGRADED: 'Problema conocido',
      MAINTENANCE: 'En reparación',
      OUT_OF_ORDER: 'Fuera de servicio',
    },
    heading: 'El estado ha cambiado',
    item: 'Qué',
    state: 'Estado',
    until: 'Previsto hasta',
    button: 'Abrir la página de estado',
    footer: 'Recibe este correo porque pidió novedades del estado de este lugar.',
    stop: 'No recibir más correos de estado',
    sampleItem: 'Agua caliente',
    sampleNote: 'Se está cambiando la caldera.',
  },
  confirm: {
    subject: 'Confirme, por favor: correos sobre el estado de {room}',
    heading: '¿Quiere novedades del estado por correo?',
    lead: 'Si confirma, le escribimos cuando cambie el estado de este lugar.',
    button: 'Confirmar',
    footer:
      'Alguien introdujo esta dirección en una página de estado. Si no fue usted, no tiene que hacer nada: no recibirá más correos.',
  },
  page: {
    title: 'Correos de Wellkept',
    ask: '¿Quiere un correo cuando cambie el estado de {place}?',
    reads: 'Recibe un correo cuando cambia el estado de {place}.',
    askReport: '¿Quiere novedades de su aviso por correo?',
    report: 'Recibe novedades de su aviso por correo.',
    digest: 'Recibe cada mañana un correo sobre lo que cambió el día anterior.',
    ended: 'No recibe correos nuestros.',
    unknown: 'Este enlace no es válido. Quizá su programa de correo lo cortó.',
    later: 'Ahora no es posible. Inténtelo de nuevo en unos minutos.',
    confirm: 'Sí, envíenme correos',
    decline: 'No, gracias',
    stop: 'No recibir más correos',
    status: 'Abrir la página de estado',
  },
} satisfies Texts<typeof en>
