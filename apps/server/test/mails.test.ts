import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { mailLanguages, mailNames } from '#contracts/settings.ts'
import { invitation } from '#server/modules/auth/mails/invitation.ts'
import { signIn } from '#server/modules/auth/mails/sign-in.ts'
import { visitorOutcome } from '#server/modules/feedback/mails/visitor-outcome.ts'
import { digest } from '#server/modules/notifications/mails/digest.ts'
import { taskAssigned } from '#server/modules/notifications/mails/task-assigned.ts'
import { urgentTask } from '#server/modules/notifications/mails/urgent-task.ts'
import { statusChanged } from '#server/modules/status/mails/status-changed.ts'
import { subscriptionConfirm } from '#server/modules/status/mails/subscription-confirm.ts'
import { type DefinedMail, defineMail, mailsByName } from '#server/platform/mail/define.ts'
import {
  inertName,
  layout,
  type MailLanguage,
  mailLanguage,
  oneLine,
  type RenderedMail,
} from '#server/platform/mail/layout.ts'
import { assertMessage } from '#server/platform/mail/message.ts'
import { duration, moment, priorityFact } from '#server/platform/mail/shared-texts.ts'
import { mails } from '../build.ts'

const token = 'dGhpcyBpcyBhIHRva2VuIG9mIDQzIGNoYXJhY3RlcnM'
const base = 'https://wellkept.example'
const account = signIn.sample(base, 'en')
const outcome = visitorOutcome.sample(base, 'en')
const status = statusChanged.sample(base, 'en')
const invited = invitation.sample(base, 'en')
const task = urgentTask.sample(base, 'en')
const assigned = taskAssigned.sample(base, 'en')

interface Sample {
  readonly name: string
  readonly facts: (language: MailLanguage) => object
  readonly languages: readonly MailLanguage[]
  /** renders with some facts replaced */
  readonly say: (language: MailLanguage, others?: object) => RenderedMail
}
const samples: readonly Sample[] = [...mails.values()].map((kind) => {
  const mail = kind as DefinedMail<TSchema, object>
  return {
    name: mail.name,
    facts: (language) => mail.sample(base, language),
    languages: mail.languages,
    say: (language, others = {}) => mail.words({ ...mail.sample(base, language), ...others }, language),
  }
})

function each(check: (mail: RenderedMail, name: string, facts: object) => void): void {
  for (const { name, facts, say } of samples)
    for (const language of mailLanguages) check(say(language), name, facts(language))
}

/** The visible text of the HTML. */
const seen = (html: string) =>
  html
    .replace(/^[\s\S]*<\/head>/, '')
    .replace(/<!--[\s\S]*?-->|<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

describe('every mail', () => {
  it('has a preview in each language', () => {
    assert.deepEqual([...mails.keys()].sort(), [...mailNames, 'sample'].sort())
    for (const mail of mails.values())
      for (const language of mailLanguages)
        assert.equal(
          mail.preview(base, language).subject,
          samples.find(({ name }) => name === mail.name)?.say(language).subject,
        )
  })

  it('has a unique name, otherwise the service does not start', () => {
    const twin = defineMail({ ...signIn, prepare: async () => undefined })
    assert.throws(() => mailsByName([signIn, invitation, twin]), /Two emails have the name sign-in/)
  })

  it('is valid: a single-line subject and valid headers', () => {
    each((mail, name) => {
      assertMessage({ to: 'a@x.de', ...mail })
      assert.ok(mail.subject.length >= 8 && mail.subject.length <= 160, name)
    })
  })

  it('has each link on its own line of the plain text, unchanged', () => {
    each(({ text, html }, name, data) => {
      // An email about several tasks has links for each task.
      const parts = name === 'task-links' && 'tasks' in data ? (data.tasks as object[]) : [data]
      const links = parts.flatMap(Object.values).filter((value) => String(value).startsWith(base))
      if (name.startsWith('task-withdrawn')) {
        // Whoever lost a task can no longer open it.
        for (const link of links) assert.ok(!text.includes(link) && !html.includes(link), name)
        return
      }
      assert.ok(links.length > 0 || name === 'sample' || name.startsWith('task-link-ended'))
      for (const link of links) {
        assert.ok(text.split('\n').includes(link), `${name}: ${link}`)
        assert.ok(html.includes(`href="${String(link).replaceAll('&', '&amp;')}"`), name)
      }
    })
  })

  it('says the same in its text as in its HTML', () => {
    each(({ text, html }, name) => {
      const words = (value: string) => new Set(value.match(/[\p{L}\p{N}]{3,}/gu))
      const missing = words(seen(html)).difference(words(`${text} Wellkept`))
      assert.deepEqual([...missing], [], name)
    })
  })

  it('loads nothing, has no image or script and stays under 20 KB', () => {
    each(({ html }, name) => {
      assert.ok(Buffer.byteLength(html) < 20_000, `${name}: ${Buffer.byteLength(html)}`)
      assert.doesNotMatch(
        html,
        /<(img|script|link|iframe|form|svg|object|video)\b|url\(|@import|@font-face|src=/i,
      )
      for (const [, url] of html.matchAll(/https?:\/\/([^/"]+)/g)) assert.equal(url, 'wellkept.example', name)
    })
  })

  it('uses layout tables, declares its language, and has colours for dark mode', () => {
    for (const language of mailLanguages) {
      const { html } = signIn.words(account, language)
      assert.ok(html.includes(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`))
      assert.match(html, /<meta name="color-scheme" content="light dark">/)
      assert.match(html, /@media\(prefers-color-scheme:dark\)/)
      assert.match(html, /\[data-ogsc\]/)
      assert.equal(html.match(/<table/g)?.length, html.match(/<table role="presentation"/g)?.length)
      assert.doesNotMatch(html, /<div|display:\s*(flex|grid)|position:/)
    }
  })

  it('is fully translated into each language, in a calm tone', () => {
    each(({ subject, text, html }, name) => {
      for (const part of [subject, text, seen(html)]) {
        assert.doesNotMatch(part, /!|oops|\bups\b|undefined|\b(null|NaN|tenant)\b|\[object/i, name)
      }
    })
    for (const { name, languages, say } of samples) {
      const lines = say('en')
        .text.split('\n')
        .filter((line) => line.length > 30 && !/^(http|>)/.test(line))
      for (const language of languages.filter((one) => one !== 'en')) {
        const others = new Set(say(language).text.split('\n'))
        for (const line of lines) assert.ok(!others.has(line), `${name} in ${language}: ${line}`)
      }
    }
  })

  it('is in English for a reader whose language it does not have', () => {
    for (const { languages, say } of samples)
      for (const language of mailLanguages.filter((one) => !languages.includes(one)))
        assert.equal(say(language).html, say('en').html)
  })
})

describe('what others wrote', () => {
  const hostile =
    '<script>alert(1)</script>" onload="x" <img src=x onerror=alert(1)> javascript:alert(1) &amp; \'x\''

  it('is inert in every field of every mail', () => {
    for (const { name, facts, say } of samples) {
      const others: Record<string, string> = {}
      for (const [field, value] of Object.entries(facts('en'))) {
        const fixed = ['priority', 'state', 'template', 'reason', 'timeZone'].includes(field)
        const structured = /^https:|^\d{4}-\d\d-/.test(String(value)) || typeof value !== 'string'
        if (!fixed && !structured) others[field] = hostile
      }
      for (const language of mailLanguages) {
        const { html, subject } = say(language, others)
        assert.doesNotMatch(html, /<script|<img|href="javascript|<[^>]* on(load|error)=/i, name)
        assert.ok(subject.length <= 160)
      }
    }
    const { html } = visitorOutcome.words({ ...outcome, reply: hostile }, 'en')
    assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload='))
    assert.ok(html.includes('&amp;amp;'), 'nothing is taken as already escaped')
  })

  it('never becomes a link: only our http and https URLs do', () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '',
      'https://x y',
      'https://x"y',
      'https://x\r\nBcc: b@y.de',
    ]
    for (const link of bad) {
      assert.throws(() => signIn.words({ ...account, link }, 'en'), TypeError, link)
      assert.throws(() => statusChanged.words({ ...status, stopLink: link }, 'en'), TypeError, link)
    }
  })

  it('cannot add lines to a subject, a fact or a name', () => {
    const title = 'Leak\r\nBcc: b@y.de\n\nhttps://evil.example\u202e\u0000'
    const mail = taskAssigned.words({ ...assigned, title, room: title }, 'en')
    assertMessage({ to: 'a@x.de', ...mail })
    assert.ok(!mail.text.split('\n').some((line) => /^(Bcc|https:\/\/evil)/.test(line)))
    assert.equal(oneLine(`${'ü'.repeat(130)}`), `${'ü'.repeat(119)}…`)
  })

  it('cannot put a stranger’s link into an invitation', () => {
    const inviter = 'Win at https://evil.example/now or www.evil.example'
    const { subject, text, html } = invitation.words({ ...invited, inviter }, 'en')
    for (const part of [subject, text, html]) assert.doesNotMatch(part, /https?:\/\/evil|evil\.example/)
    assert.equal(inertName('Dr. Müller, Stadt Köln'), 'Dr. Müller, Stadt Köln')
  })

  it('cannot change the lines of a digest', () => {
    const place = {
      what: 'PLACE',
      id: '1',
      name: `Leak\r\nhttps://evil.example ${hostile}`,
      location: null,
      n: 5,
      usual: 0,
    } as const
    const mail = digest.words({ ...digest.sample(base, 'en'), changes: [place] }, 'en')
    assertMessage({ to: 'a@x.de', ...mail })
    assert.doesNotMatch(mail.html, /<script|<img/i)
    assert.ok(!mail.text.split('\n').some((line) => line.startsWith('https://evil')))
  })

  it('keeps the line breaks of a longer text', () => {
    const { text, html } = visitorOutcome.words(outcome, 'en')
    assert.ok(text.includes('> Thank you.\n> A plumber comes at 3 p.m.'))
    assert.ok(html.includes('Thank you.<br>A plumber comes at 3 p.m.'))
  })
})

describe('a sign-in mail', () => {
  it('has the link, exactly one six-digit code, and the validity of both', () => {
    for (const [language, life] of [
      ['en', '15 minutes'],
      ['de', '15 Minuten'],
    ] as const) {
      const { text, html } = signIn.words(account, language)
      assert.deepEqual(text.match(/\b\d{6}\b/g), ['042917'])
      assert.ok(text.includes(life))
      assert.ok(html.includes('>042917<'))
    }
  })
})

describe('mails to visitors', () => {
  it('say FIXED or contain the reply, and offer to unsubscribe, also in one click', () => {
    const fixed = visitorOutcome.words({ ...outcome, reply: null }, 'en')
    assert.equal(fixed.subject, 'Fixed: Washroom 2.14')
    for (const mail of [fixed, statusChanged.words(status, 'de')]) {
      assert.deepEqual(mail.headers, {
        'List-Unsubscribe': `<${base}/m/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      })
    }
    assert.equal(subscriptionConfirm.words(subscriptionConfirm.sample(base, 'en'), 'en').headers, undefined)
  })

  it('show a state by shape and word, and no expected end once it works again', () => {
    const broken = statusChanged.words(status, 'en')
    assert.ok(broken.html.includes('◆') && broken.text.includes('Status: Out of order'))
    assert.ok(broken.text.includes('Expected until: Sat, 21 November 2026'))
    const works = statusChanged.words({ ...status, state: 'OPERATIONAL' }, 'en')
    assert.equal(works.subject, 'Working: Washroom 2.14')
    assert.ok(!works.text.includes('Expected until'))
  })
})

describe('mails to the team', () => {
  it('show number, place, priority and the building’s local time', () => {
    const { text } = taskAssigned.words(assigned, 'de')
    assert.match(
      text,
      /Aufgabe: #412 No paper, Washroom 2\.14\nOrt: Washroom 2\.14 · Main library\nPriorität: Hoch\nFällig: .*14:05/,
    )
    assert.match(
      urgentTask.words({ ...task, timeZone: 'America/New_York' }, 'en').text,
      /Since: .*08:05\nAssigned to: Unassigned/,
    )
  })

  it('leave out unknown facts', () => {
    const bare = { ...assigned, room: null, building: null, dueAt: null }
    assert.doesNotMatch(taskAssigned.words(bare, 'en').text, /Where|Due|null/)
  })
})

describe('words', () => {
  it('name durations, moments, priorities and languages', () => {
    assert.deepEqual(
      [15, 60, 1440, 10_080].map((n) => duration(n, 'en')),
      ['15 minutes', '1 hour', '1 day', '7 days'],
    )
    assert.equal(duration(10_080, 'de'), '7 Tage')
    assert.equal(duration(10_080, 'ar'), '7 أيام')
    assert.match(moment('2026-03-29T01:30:00.000Z', 'Europe/Berlin', 'en'), /29 March 2026 at 03:30/)
    assert.deepEqual(priorityFact('URGENT', 'de'), { label: 'Priorität', value: 'Dringend', tone: 'bad' })
    assert.deepEqual(['de', 'de-AT', 'EN', 'zh-Hant-TW', 'sv', '', null].map(mailLanguage), [
      'de',
      'de',
      'en',
      'zh',
      'en',
      'en',
      'en',
    ])
    assert.throws(() =>
      layout({
        language: 'en',
        subject: 'x',
        heading: 'x',
        blocks: [{ kind: 'button', label: 'x', url: 'x' }],
        footer: 'x',
      }),
    )
  })
})
