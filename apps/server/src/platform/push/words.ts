/** Texts of notifications in each language of the apps; places and titles are added to them. */
import { sayPlace } from '#contracts/kit/place.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'

interface PushWords {
  readonly assigned: string
  readonly free: string
  readonly urgent: string
  readonly reopened: string
  readonly unheard: string
  /** a note by whoever had the task before */
  readonly told: string
  /** the task is assigned to somebody else, or to nobody */
  readonly withdrawn: string
  /** the task is no longer on hold */
  readonly resumed: string
  readonly escalated: string
  /** followed by the name of a list */
  readonly fresh: string
  /** followed by a number */
  readonly several: string
  /** followed by a colleague's name */
  readonly thanks: string
  readonly disputeDecided: string
  /** followed by its title */
  readonly reward: string
  readonly test: string
  readonly testWorks: string
}

const words: Readonly<Record<VisitorLanguage, PushWords>> = {
  en: {
    assigned: 'Task for you',
    free: 'New task',
    urgent: 'Urgent',
    reopened: 'Not fixed',
    unheard: 'Nobody could be notified',
    told: 'Note from a colleague',
    withdrawn: 'No longer yours',
    resumed: 'Time to continue',
    escalated: 'Time is running out',
    fresh: 'New',
    several: 'Tasks to check',
    thanks: 'Thanks from',
    disputeDecided: 'Your dispute was decided',
    reward: 'Your reward',
    test: 'Test from Wellkept',
    testWorks: 'Notifications reach this device.',
  },
  de: {
    assigned: 'Aufgabe für Sie',
    free: 'Neue Aufgabe',
    urgent: 'Dringend',
    reopened: 'Nicht behoben',
    unheard: 'Niemand konnte informiert werden',
    told: 'Notiz aus dem Team',
    withdrawn: 'Nicht mehr bei Ihnen',
    resumed: 'Es geht weiter',
    escalated: 'Die Frist läuft ab',
    fresh: 'Neu',
    several: 'Aufgaben für Sie',
    thanks: 'Dank von',
    disputeDecided: 'Über Ihren Einspruch ist entschieden',
    reward: 'Ihre Prämie',
    test: 'Test von Wellkept',
    testWorks: 'Benachrichtigungen kommen auf diesem Gerät an.',
  },
  fr: {
    assigned: 'Tâche pour vous',
    free: 'Nouvelle tâche',
    urgent: 'Urgent',
    reopened: 'Non résolu',
    unheard: 'Personne n’a pu être prévenu',
    told: 'Note d’un collègue',
    withdrawn: 'N’est plus à vous',
    resumed: 'À reprendre',
    escalated: 'Le délai arrive à son terme',
    fresh: 'Nouveau',
    several: 'Tâches à regarder',
    thanks: 'Merci de',
    disputeDecided: 'Votre contestation est tranchée',
    reward: 'Votre récompense',
    test: 'Test de Wellkept',
    testWorks: 'Les notifications arrivent sur cet appareil.',
  },
  es: {
    assigned: 'Tarea para usted',
    free: 'Tarea nueva',
    urgent: 'Urgente',
    reopened: 'No está resuelto',
    unheard: 'No se pudo avisar a nadie',
    told: 'Nota del equipo',
    withdrawn: 'Ya no es suya',
    resumed: 'Ya puede seguir',
    escalated: 'El plazo se acaba',
    fresh: 'Nuevo',
    several: 'Tareas por ver',
    thanks: 'Gracias de',
    disputeDecided: 'Su reclamación está decidida',
    reward: 'Su premio',
    test: 'Prueba de Wellkept',
    testWorks: 'Las notificaciones llegan a este dispositivo.',
  },
  it: {
    assigned: 'Compito per Lei',
    free: 'Nuovo compito',
    urgent: 'Urgente',
    reopened: 'Non risolto',
    unheard: 'Non è stato possibile avvisare nessuno',
    told: 'Nota di un collega',
    withdrawn: 'Non è più Suo',
    resumed: 'Da riprendere',
    escalated: 'Il tempo sta per scadere',
    fresh: 'Novità',
    several: 'Compiti da vedere',
    thanks: 'Grazie da',
    disputeDecided: 'La Sua contestazione è decisa',
    reward: 'Il Suo premio',
    test: 'Prova da Wellkept',
    testWorks: 'Le notifiche arrivano su questo dispositivo.',
  },
  pt: {
    assigned: 'Tarefa para si',
    free: 'Nova tarefa',
    urgent: 'Urgente',
    reopened: 'Não está resolvido',
    unheard: 'Não foi possível avisar ninguém',
    told: 'Nota de um colega',
    withdrawn: 'Já não é sua',
    resumed: 'Já pode continuar',
    escalated: 'O prazo está a acabar',
    fresh: 'Novo',
    several: 'Tarefas para ver',
    thanks: 'Obrigado de',
    disputeDecided: 'A sua reclamação foi decidida',
    reward: 'O seu prémio',
    test: 'Teste do Wellkept',
    testWorks: 'As notificações chegam a este dispositivo.',
  },
  nl: {
    assigned: 'Taak voor u',
    free: 'Nieuwe taak',
    urgent: 'Dringend',
    reopened: 'Niet opgelost',
    unheard: 'Niemand kon worden ingelicht',
    told: 'Notitie van een collega',
    withdrawn: 'Niet meer van u',
    resumed: 'Weer aan de slag',
    escalated: 'De tijd raakt op',
    fresh: 'Nieuw',
    several: 'Taken om te bekijken',
    thanks: 'Bedankt door',
    disputeDecided: 'Over uw bezwaar is beslist',
    reward: 'Uw beloning',
    test: 'Test van Wellkept',
    testWorks: 'Meldingen komen op dit apparaat aan.',
  },
  pl: {
    assigned: 'Zadanie dla Ciebie',
    free: 'Nowe zadanie',
    urgent: 'Pilne',
    reopened: 'Nie naprawiono',
    unheard: 'Nikogo nie udało się powiadomić',
    told: 'Notatka od zespołu',
    withdrawn: 'Już nie Twoje',
    resumed: 'Pora wrócić do zadania',
    escalated: 'Czas się kończy',
    fresh: 'Nowe',
    several: 'Zadania do obejrzenia',
    thanks: 'Podziękowanie od',
    disputeDecided: 'Twoje odwołanie rozstrzygnięto',
    reward: 'Twoja nagroda',
    test: 'Test z Wellkept',
    testWorks: 'Powiadomienia docierają na to urządzenie.',
  },
  tr: {
    assigned: 'Sizin için görev',
    free: 'Yeni görev',
    urgent: 'Acil',
    reopened: 'Giderilmedi',
    unheard: 'Kimseye haber verilemedi',
    told: 'Ekipten not',
    withdrawn: 'Artık sizde değil',
    resumed: 'Devam etme zamanı',
    escalated: 'Süre doluyor',
    fresh: 'Yeni',
    several: 'Bakılacak görevler',
    thanks: 'Teşekkür eden',
    disputeDecided: 'İtirazınız karara bağlandı',
    reward: 'Ödülünüz',
    test: 'Wellkept denemesi',
    testWorks: 'Bildirimler bu cihaza ulaşıyor.',
  },
  ar: {
    assigned: 'مهمة لك',
    free: 'مهمة جديدة',
    urgent: 'عاجلة',
    reopened: 'لم تُصلح',
    unheard: 'تعذّر إبلاغ أي شخص',
    told: 'ملاحظة من زميل',
    withdrawn: 'لم تعد لك',
    resumed: 'حان وقت المتابعة',
    escalated: 'الوقت يوشك على الانتهاء',
    fresh: 'جديد',
    several: 'مهام للاطلاع عليها',
    thanks: 'شكر من',
    disputeDecided: 'تم البت في اعتراضك',
    reward: 'مكافأتك',
    test: 'اختبار من Wellkept',
    testWorks: 'تصل الإشعارات إلى هذا الجهاز.',
  },
  zh: {
    assigned: '您的任务',
    free: '新任务',
    urgent: '紧急',
    reopened: '尚未修好',
    unheard: '未能通知任何人',
    told: '同事的备注',
    withdrawn: '已不归您',
    resumed: '可以继续了',
    escalated: '时间即将用完',
    fresh: '新内容',
    several: '待查看的任务',
    thanks: '感谢来自',
    disputeDecided: '您的异议已有决定',
    reward: '您的奖励',
    test: '来自 Wellkept 的测试',
    testWorks: '此设备可以收到通知。',
  },
  ja: {
    assigned: 'あなたの作業',
    free: '新しい作業',
    urgent: '至急',
    reopened: '直っていません',
    unheard: '誰にも知らせられませんでした',
    told: '同僚からのメモ',
    withdrawn: '担当から外れました',
    resumed: '再開の時間です',
    escalated: '期限が迫っています',
    fresh: '新着',
    several: '確認する作業',
    thanks: '感謝の相手',
    disputeDecided: '異議の判断が出ました',
    reward: 'あなたの特典',
    test: 'Wellkept からのテスト',
    testWorks: '通知はこの端末に届いています。',
  },
}

/** @param tag preferred language; English if not supported */
export const pushWords = (tag: string): { readonly language: VisitorLanguage; readonly words: PushWords } => {
  const language = visitorLanguages.find((one) => one === tag) ?? 'en'
  return { language, words: words[language] }
}

/** Room and building, as far as known. */
export const placeLine = ({
  room,
  building,
}: {
  readonly room: string | null
  readonly building: string | null
}): string => sayPlace(room, building)
