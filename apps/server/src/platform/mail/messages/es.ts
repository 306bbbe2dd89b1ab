import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Prioridad',
  task: 'Tarea',
  where: 'Lugar',
  due: 'Vence',
  priorities: {
    LOW: 'Baja',
    MEDIUM: 'Media',
    HIGH: 'Alta',
    URGENT: 'Urgente',
  },
  wellkept:
    'Con Wellkept, los equipos cuidan de los edificios: los visitantes escanean un código, avisan de un problema y el equipo lo arregla.',
  sampleRoom: 'Baño 2.14',
  sampleBuilding: 'Biblioteca central',
  sample: 'Muestra: {subject}',
  sampleTitle: 'Un correo de Wellkept',
  sampleFooter: 'Así se ven los correos.',
} satisfies Texts<typeof en>
