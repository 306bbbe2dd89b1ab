import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} convida-o para {organisation} no Wellkept',
    heading: 'Juntar-se a {organisation}',
    lead: '{inviter} juntou-o à equipa de {organisation}.',
    next: 'Aceite para escolher como inicia sessão. O link funciona uma vez, durante {time}; depois disso, {inviter} pode enviar um novo.',
    button: 'Aceitar o convite',
    footer:
      'Recebe este e-mail porque {inviter} introduziu o seu endereço. Se não o esperava, não precisa de fazer nada.',
  },
  signIn: {
    heading: 'Iniciar sessão no Wellkept',
    lead: 'Abra o link e prima o botão na página. Funciona uma vez, durante {time}.',
    button: 'Iniciar sessão',
    code: 'Ou introduza este código onde queria iniciar sessão',
    leads: 'O link e o código iniciam sessão em {organisation}.',
    others: 'Iniciar sessão noutra das suas organizações',
    footer:
      'Alguém quis iniciar sessão com este endereço de e-mail. Se não foi o seu caso, não precisa de fazer nada: sem este e-mail ninguém pode iniciar sessão. Não partilhe o link nem o código.',
  },
  passwordReset: {
    heading: 'Escolher uma nova palavra-passe',
    lead: 'Abra o link e escolha uma nova palavra-passe. Funciona uma vez, durante {time}. Depois a sua sessão termina em todos os outros lugares.',
    button: 'Escolher uma palavra-passe',
    leads: 'Isto muda a palavra-passe da sua conta em {organisation}.',
    others: 'Mudar a palavra-passe noutra das suas organizações',
    footer:
      'Alguém pediu uma nova palavra-passe para este endereço de e-mail. Se não foi o seu caso, não precisa de fazer nada: a sua palavra-passe fica como está.',
  },
  sessionEnded: {
    heading: 'Terminámos a sessão de um dos seus dispositivos',
    lead: 'Uma chave de sessão deste dispositivo foi usada duas vezes. A causa pode ser um problema de rede, ou alguém pode ter copiado a chave. Por segurança, terminámos a sessão do dispositivo; os outros continuam com sessão iniciada.',
    device: 'Dispositivo',
    at: 'Quando',
    button: 'Iniciar sessão de novo',
    footer:
      'Se isto voltar a acontecer, ou se não reconhece o dispositivo, mude a palavra-passe e termine a sessão dos outros dispositivos no seu perfil.',
  },
  connectionAdded: {
    heading: 'Foi ligado um assistente à sua conta',
    lead: 'Um programa pode agora agir aqui em seu nome, com os seus direitos, até que a ligação expire ou que a termine.',
    name: 'Ligação',
    may: 'Pode',
    read: 'ler',
    write: 'ler e escrever',
    at: 'Adicionada',
    ends: 'Termina',
    button: 'Ver as suas ligações',
    footer:
      'Se não reconhece esta ligação, termine-a no seu perfil, mude a palavra-passe e termine a sessão dos outros dispositivos.',
  },
  test: {
    subject: 'Teste do Wellkept',
    heading: 'Os e-mails chegam até si',
    unconfirmed:
      'Nenhum dos seus dispositivos confirmou a notificação de teste, por isso recebe este e-mail. O mesmo vale para notificações sobre tarefas.',
    noDevice:
      'Pediu um teste, e nenhum dos seus dispositivos tem as notificações ligadas. Recebe as notificações sobre tarefas por e-mail.',
    button: 'Abrir as notificações',
    footer: 'Recebe este e-mail porque o pediu no Wellkept.',
  },
} satisfies Texts<typeof en>
