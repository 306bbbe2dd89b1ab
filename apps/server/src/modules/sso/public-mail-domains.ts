/**
 * Email providers where anybody gets an address. An incomplete list is enough, because a domain must be proven as
 * well.
 */
export const publicMailDomains: ReadonlySet<string> = new Set(
  `aim.com alice.it aol.com aol.de arcor.de att.net bellsouth.net bigpond.com bluewin.ch btinternet.com centrum.cz
  charter.net comcast.net cox.net duck.com earthlink.net email.com email.cz fastmail.com fastmail.fm foxmail.com free.fr
  freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de
  hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.lv inbox.ru interia.pl kabelmail.de laposte.net libero.it
  list.ru live.co.uk live.com live.de live.fr live.nl mac.com mail.com mail.de mail.ee mail.ru mailbox.org me.com
  msn.com naver.com o2.pl o2online.de onet.pl optonline.net orange.fr outlook.com outlook.de outlook.fr pm.me posteo.de
  proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr
  shaw.ca sina.com sky.com t-online.de tiscali.it tuta.com tutanota.com ukr.net verizon.net virgilio.it virginmedia.com
  vodafone.de wanadoo.fr web.de wp.pl xtra.co.nz yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br
  yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com 126.com 163.com`.split(
    /\s+/,
  ),
)
