import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Ir para o conteúdo',
  optional: 'opcional',
  signIn: 'Entrar',
  requestId: 'Se continuar assim, diga este número ao apoio: {id}',
  language: 'Idioma',
  password: 'Palavra-passe',
  newPassword: 'Nova palavra-passe',
  show: 'Mostrar',
  hide: 'Ocultar',
  noConnection: 'Sem ligação. Nada se perdeu; tente de novo quando a ligação voltar.',
  failed: 'O serviço não respondeu como esperado. Tente de novo daqui a pouco.',
  stillBusy: 'O serviço está ocupado. Tente daqui a um minuto.',
} satisfies Texts<typeof en>
