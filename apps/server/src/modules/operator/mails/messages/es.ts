import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Avisado',
  by: '{count, plural, one {por # persona} other {por # personas}}',
  organisation: 'Para',
  address: 'Dirección',
  access: 'Acceso',
  hazard: 'Peligros',
  what: 'Qué hacer',
  call: 'Contacto',
  ended: {
    subject: 'Ya no la tiene asignada: {title}',
    heading: 'Una tarea ya no es suya',
    text: 'Ahora se ocupa otra persona, o se ha retirado. Ya no tiene que hacer nada, y el enlace ya no funciona.',
    footer: 'Recibe este correo porque tenía asignada la tarea.',
  },
  one: {
    subject: 'Tarea para usted: {title}',
    resumed: 'Hora de seguir: {title}',
    heading: 'Una tarea para usted',
    headingResumed: 'Una de sus tareas ya no está a la espera',
    headingReopened: 'Una de sus tareas está abierta de nuevo',
    how: 'El enlace abre esta tarea: empiécela, añada notas y fotos, y márquela como hecha. No necesita cuenta. El enlace vale 14 días, hasta que la tarea esté hecha o asignada a otra persona. No lo comparta, por favor.',
    button: 'Abrir la tarea',
    footer: 'Recibe este correo porque se le asignó la tarea.',
  },
  several: {
    subject: '{count, plural, one {# tarea para usted} other {# tareas para usted}}: {first} y {more} más',
    heading: '{count, plural, one {# tarea para usted} other {# tareas para usted}}',
    how: 'Cada enlace abre una tarea: empiécela, añada notas y fotos, y márquela como hecha. No necesita cuenta. El enlace vale 14 días, hasta que la tarea esté hecha o asignada a otra persona. No lo comparta, por favor.',
    open: 'Abrir la tarea n.º {number}',
    news: 'Novedad',
    reopened: 'Abierta de nuevo',
    resumed: 'Ya no está a la espera',
    footer: 'Recibe este correo porque se le asignaron estas tareas.',
  },
} satisfies Texts<typeof en>
