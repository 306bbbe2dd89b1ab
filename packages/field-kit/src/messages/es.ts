import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/es.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Intentar de nuevo',
  loading: 'Cargando',
  leave: '¿Salir? Lo que ha introducido aquí no se ha enviado y se perderá.',
  newVersion: 'Hay una versión nueva.',
  useNewVersion: 'Usarla ahora',
  loadFailed: 'El servicio no respondió como se esperaba. Se sigue viendo lo que sabe este teléfono.',
  removePhoto: 'Quitar foto',
  takePhoto: 'Hacer una foto',
  anotherPhoto: 'Hacer otra foto',
  photoFailed: 'Este archivo no se pudo leer como imagen. Haga la foto otra vez.',
  otherTitle: 'Ahora ha iniciado sesión aquí {name}',
  otherText:
    'Esta página es de {name}: no se muestra ni se envía nada de ella. El trabajo de {name} se conserva en este teléfono.',
  goOnAs: 'Seguir como {name}',
  signInAs: 'Iniciar sesión como {name}',
  scanCamera: 'Usar la cámara',
  scanHint: 'Ponga la cámara sobre la etiqueta. La sala se abre sola.',
  scanRefused:
    'Aquí no se permite la cámara. Escriba el código o permita la cámara en los ajustes del navegador.',
  scanNoCamera: 'Aquí no se puede usar la cámara. Escriba el código.',
  scanStop: 'Detener la cámara',
  torchOn: 'Encender luz',
  torchOff: 'Apagar luz',
  sent: 'Enviado',
  waits: 'Pendiente de envío',
  settled: 'No se aplicó',
  needsYou: 'Le necesita',
} satisfies Texts<typeof en>
