import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Ir al contenido',
  optional: 'opcional',
  signIn: 'Iniciar sesión',
  requestId: 'Si sigue así, dé este número al soporte: {id}',
  language: 'Idioma',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  show: 'Mostrar',
  hide: 'Ocultar',
  noConnection: 'Sin conexión. No se ha perdido nada; inténtelo de nuevo cuando vuelva la conexión.',
  failed: 'El servicio no respondió como se esperaba. Inténtelo de nuevo en un momento.',
  stillBusy: 'El servicio está ocupado. Inténtelo en un minuto.',
} satisfies Texts<typeof en>
