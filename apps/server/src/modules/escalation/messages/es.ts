import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Escalada: {title}',
  heading: 'Se acaba el plazo de una tarea',
  rule: 'Regla',
  when: 'Cuándo',
  since: 'Desde',
  assignee: 'Asignada a',
  nobody: 'Sin asignar',
  button: 'Abrir la tarea',
  footer:
    'Recibe este correo por una regla de escalado de su equipo. En su perfil puede elegir sobre qué recibe correos.',
  sampleRule: 'Con retraso',
  atPercent:
    'al {percent} % {clock, select, RESPOND {del plazo para empezar} RESOLVE {del plazo para terminar} other {del tiempo hasta el vencimiento}}',
  atEnd:
    'al final {clock, select, RESPOND {del plazo para empezar} RESOLVE {del plazo para terminar} other {del tiempo hasta el vencimiento}}',
  after:
    '{time} después del final {clock, select, RESPOND {del plazo para empezar} RESOLVE {del plazo para terminar} other {del tiempo hasta el vencimiento}}',
} satisfies Texts<typeof en>
