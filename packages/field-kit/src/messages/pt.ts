import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/pt.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Tentar de novo',
  loading: 'A carregar',
  leave: 'Sair? O que introduziu aqui não foi enviado e vai perder-se.',
  newVersion: 'Há uma nova versão.',
  useNewVersion: 'Usar agora',
  loadFailed: 'O serviço não respondeu como esperado. Continua à vista o que este telemóvel conhece.',
  removePhoto: 'Retirar fotografia',
  takePhoto: 'Tirar fotografia',
  anotherPhoto: 'Tirar outra fotografia',
  photoFailed: 'Não foi possível ler este ficheiro como imagem. Tire a fotografia outra vez.',
  otherTitle: 'Agora quem tem a sessão iniciada aqui é {name}',
  otherText:
    'Esta página é de {name}: nada dela é mostrado nem enviado. O trabalho de {name} fica guardado neste telemóvel.',
  goOnAs: 'Continuar como {name}',
  signInAs: 'Iniciar sessão como {name}',
  scanCamera: 'Usar a câmara',
  scanHint: 'Coloque a câmara sobre o autocolante. A sala abre-se sozinha.',
  scanRefused:
    'A câmara não é permitida aqui. Escreva o código ou permita a câmara nas definições do navegador.',
  scanNoCamera: 'A câmara não pode ser usada aqui. Escreva o código.',
  scanStop: 'Parar a câmara',
  torchOn: 'Ligar a luz',
  torchOff: 'Desligar a luz',
  sent: 'Enviado',
  waits: 'À espera de envio',
  settled: 'Não aplicado',
  needsYou: 'Precisa de si',
} satisfies Texts<typeof en>
