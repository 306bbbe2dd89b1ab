import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Abrir la tarea',
  assigned: {
    subject: 'Tarea para usted: {title}',
    heading: 'Una tarea para usted',
    footer:
      'Recibe este correo porque se le asignó la tarea. En su perfil puede elegir sobre qué recibe correos.',
  },
  fresh: {
    subject: 'Tarea nueva: {title}',
    urgent: 'Urgente: {title}',
    heading: 'Una tarea sin asignar',
    footer: 'Recibe este correo porque se ocupa de este edificio.',
  },
  reopened: {
    subject: 'No arreglado: {title}',
    heading: 'Un visitante dice que no está arreglado',
    text: 'La tarea está abierta de nuevo.',
    footer:
      'Recibe este correo porque la tarea está asignada a usted o a nadie. En su perfil puede elegir sobre qué recibe correos.',
  },
  resumed: {
    subject: 'Hora de seguir: {title}',
    heading: 'Una tarea ya no está a la espera',
    text: 'La espera ha terminado. Si algo todavía impide el trabajo, ponga la tarea otra vez a la espera.',
    footer:
      'Recibe este correo porque la tarea está asignada a usted o a nadie. En su perfil puede elegir sobre qué recibe correos.',
  },
  told: {
    subject: 'Novedades de su tarea: {title}',
    heading: 'Alguien del equipo ha escrito sobre su tarea',
    text: 'Quien tenía antes esta tarea ha añadido una nota. Abra la tarea para leerla.',
  },
  withdrawn: {
    subject: 'Ya no es suya: {title}',
    heading: 'Una tarea ya no está asignada a usted',
    to: 'Ahora está asignada a {who}.',
    free: 'Ahora no está asignada a nadie.',
  },
  unheard: {
    subject: 'No se pudo avisar a nadie: {title}',
    heading: 'No se pudo avisar a nadie de una tarea',
    text: 'Está asignada a {who}, donde nadie tiene cuenta. Avíseles usted, o asigne la tarea a una persona: quien tiene dirección de correo pero no cuenta recibe un enlace por correo.',
    footer:
      'Recibe este correo porque dirige este equipo. En su perfil puede elegir sobre qué recibe correos.',
  },
  urgent: {
    subject: 'Urgente: {title}',
    heading: 'Una tarea urgente',
    since: 'Desde',
    assignee: 'Asignada a',
    nobody: 'Sin asignar',
    footer:
      'Recibe este correo porque dirige este equipo. En su perfil puede elegir sobre qué recibe correos.',
  },
  news: {
    subject: '{count, plural, one {# tarea} other {# tareas}}: {first} y {more} más',
    heading: '{count, plural, one {# tarea necesita su atención} other {# tareas necesitan su atención}}',
    news: 'Novedad',
    kinds: {
      'task-reopened': 'Un visitante dice que no está arreglado',
      'task-unheard': 'No se pudo avisar a nadie',
      'urgent-task': 'Urgente',
      'task-assigned': 'Asignada a usted',
      'task-told': 'Alguien del equipo ha escrito',
      'task-resumed': 'Ya no está a la espera',
      'task-withdrawn': 'Ya no es suya',
      'task-new': 'Nueva y sin asignar',
    },
    more: 'Y {more} más: todas están en su lista.',
    button: 'Abrir la lista',
    footer:
      'Recibe este correo porque estas tareas están asignadas a usted o a nadie. En su perfil puede elegir sobre qué recibe correos.',
  },
  sampleAssignee: 'Limpiezas Claro',
  sampleWords: 'Sigue goteando.\nAhora a la izquierda.',
} satisfies Texts<typeof en>
