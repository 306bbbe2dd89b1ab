/** Messages of the embed element for when its iframe cannot be shown. */
import type { Language } from '#i18n/languages.ts'

interface EmbedWords {
  readonly title: string
  readonly refused: string
  readonly offline: string
}

export const words: Readonly<Record<Language, EmbedWords>> = {
  en: {
    title: 'Figures from Wellkept',
    refused:
      'This content cannot be shown here. This website is not allowed to show it, or the link no longer works.',
    offline: 'No connection. The content appears once you are online.',
  },
  de: {
    title: 'Kennzahlen von Wellkept',
    refused:
      'Dieser Inhalt lässt sich hier nicht zeigen. Diese Website darf ihn nicht zeigen, oder der Link funktioniert nicht mehr.',
    offline: 'Keine Verbindung. Der Inhalt erscheint, sobald Sie online sind.',
  },
  fr: {
    title: 'Chiffres de Wellkept',
    refused:
      'Ceci ne peut pas être affiché ici. Cette page n’y est pas autorisée, ou l’adresse n’est plus connue.',
    offline: 'Pas de connexion. L’affichage vient dès qu’il y en a une.',
  },
  es: {
    title: 'Cifras de Wellkept',
    refused: 'Esto no se puede mostrar aquí. Esta página no tiene permiso, o la dirección ya no se conoce.',
    offline: 'Sin conexión. Se mostrará en cuanto haya una.',
  },
  it: {
    title: 'Cifre di Wellkept',
    refused:
      'Questo non si può mostrare qui. Questa pagina non può farlo, o l’indirizzo non è più conosciuto.',
    offline: 'Nessuna connessione. Appare appena ce n’è una.',
  },
  pt: {
    title: 'Números do Wellkept',
    refused:
      'Isto não pode ser mostrado aqui. Esta página não tem permissão, ou o endereço já não é conhecido.',
    offline: 'Sem ligação. Aparece assim que houver uma.',
  },
  nl: {
    title: 'Cijfers van Wellkept',
    refused: 'Dit kan hier niet worden getoond. Deze pagina mag dat niet, of het adres is niet meer bekend.',
    offline: 'Geen verbinding. Zodra die er is, staat het hier.',
  },
  pl: {
    title: 'Dane z Wellkept',
    refused: 'Nie można tego tutaj pokazać. Ta strona nie ma na to zgody albo adres nie jest już znany.',
    offline: 'Brak połączenia. Pojawi się tu, gdy połączenie wróci.',
  },
  tr: {
    title: 'Wellkept verileri',
    refused: 'Bu burada gösterilemiyor. Bu sayfanın izni yok ya da adres artık bilinmiyor.',
    offline: 'Bağlantı yok. Bağlantı gelince burada gösterilir.',
  },
  ar: {
    title: 'أرقام من Wellkept',
    refused: 'لا يمكن عرض هذا هنا. لا يُسمح لهذه الصفحة بعرضه، أو لم يعد العنوان معروفًا.',
    offline: 'لا يوجد اتصال. يُعرض هنا عند عودته.',
  },
  zh: {
    title: 'Wellkept 数据',
    refused: '这里无法显示此内容。本页面没有权限，或地址已不存在。',
    offline: '没有连接。恢复后会显示在这里。',
  },
  ja: {
    title: 'Wellkept の数値',
    refused: 'ここでは表示できません。このページに許可がないか、アドレスがもう存在しません。',
    offline: '接続がありません。つながるとここに表示されます。',
  },
}
