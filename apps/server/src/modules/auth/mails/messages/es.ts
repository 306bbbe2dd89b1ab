import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} le invita a {organisation} en Wellkept',
    heading: 'Unirse a {organisation}',
    lead: '{inviter} le ha añadido al equipo de {organisation}.',
    next: 'Acepte para elegir cómo inicia sesión. El enlace funciona una vez, durante {time}; después, {inviter} puede enviar uno nuevo.',
    button: 'Aceptar la invitación',
    footer:
      'Recibe este correo porque {inviter} introdujo su dirección. Si no lo esperaba, no tiene que hacer nada.',
  },
  signIn: {
    heading: 'Iniciar sesión en Wellkept',
    lead: 'Abra el enlace y pulse el botón de la página. Funciona una vez, durante {time}.',
    button: 'Iniciar sesión',
    code: 'O introduzca este código donde quería iniciar sesión',
    leads: 'El enlace y el código inician sesión en {organisation}.',
    others: 'Iniciar sesión en otra de sus organizaciones',
    footer:
      'Alguien quiso iniciar sesión con esta dirección de correo. Si no fue usted, no tiene que hacer nada: sin este correo nadie puede iniciar sesión. No comparta el enlace ni el código.',
  },
  passwordReset: {
    heading: 'Elegir una contraseña nueva',
    lead: 'Abra el enlace y elija una contraseña nueva. Funciona una vez, durante {time}. Después se cierra su sesión en todos los demás lugares.',
    button: 'Elegir una contraseña',
    leads: 'Esto cambia la contraseña de su cuenta en {organisation}.',
    others: 'Cambiar la contraseña en otra de sus organizaciones',
    footer:
      'Alguien pidió una contraseña nueva para esta dirección de correo. Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
  },
  sessionEnded: {
    heading: 'Hemos cerrado la sesión de uno de sus dispositivos',
    lead: 'Una clave de sesión de este dispositivo se usó dos veces. La causa puede ser un problema de red, o alguien pudo copiar la clave. Por seguridad cerramos la sesión del dispositivo; los demás siguen con la sesión abierta.',
    device: 'Dispositivo',
    at: 'Cuándo',
    button: 'Iniciar sesión de nuevo',
    footer:
      'Si vuelve a pasar, o no reconoce el dispositivo, cambie su contraseña y cierre la sesión de los demás dispositivos en su perfil.',
  },
  connectionAdded: {
    heading: 'Se ha conectado un asistente a su cuenta',
    lead: 'Un programa puede actuar aquí en su nombre, con sus permisos, hasta que la conexión termine o usted la finalice.',
    name: 'Conexión',
    may: 'Puede',
    read: 'leer',
    write: 'leer y escribir',
    at: 'Añadida',
    ends: 'Termina',
    button: 'Ver sus conexiones',
    footer:
      'Si no fue usted, finalice la conexión en su perfil, cambie su contraseña y cierre la sesión de sus demás dispositivos.',
  },
  test: {
    subject: 'Prueba de Wellkept',
    heading: 'Los correos le llegan',
    unconfirmed:
      'Ninguno de sus dispositivos confirmó la notificación de prueba, por eso recibe este correo. Lo mismo vale para las notificaciones sobre tareas.',
    noDevice:
      'Pidió una prueba, y ninguno de sus dispositivos tiene las notificaciones activadas. Recibe las notificaciones sobre tareas por correo.',
    button: 'Abrir las notificaciones',
    footer: 'Recibe este correo porque lo pidió en Wellkept.',
  },
} satisfies Texts<typeof en>
