/** The layout of all emails: the same blocks as HTML and as complete plain text. */
import { baseLanguage } from '#contracts/kit/language.ts'
import { mailLanguages } from '#contracts/settings.ts'
import { directionOf, type Language } from '#i18n/languages.ts'

export type MailLanguage = Language

/** The languages of the desk, for emails that are not translated into the others. */
export const deskLanguages = ['en', 'de'] as const satisfies readonly MailLanguage[]
export type DeskLanguage = (typeof deskLanguages)[number]

/** The language for a reader who prefers `wanted` (a language tag); English if emails do not support it. */
export const mailLanguage = (wanted: string | null | undefined): MailLanguage => {
  const base = baseLanguage(wanted)
  return mailLanguages.find((language) => language === base) ?? 'en'
}

/** The same for emails in the languages of the desk. */
export const deskLanguage = (wanted: string | null | undefined): DeskLanguage =>
  mailLanguage(wanted) === 'de' ? 'de' : 'en'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Block =
  /** heading of the following blocks */
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** somebody's text; line breaks are kept */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  /** figures with links to their page */
  | { readonly kind: 'figures'; readonly rows: readonly Figure[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }

export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'info'
}

export interface Figure {
  readonly label: string
  readonly figure: string
  /** comparison value; empty: none */
  readonly against: string
  readonly url: string
}

export interface MailContent {
  readonly language: MailLanguage
  readonly subject: string
  readonly heading: string
  readonly blocks: readonly Block[]
  /** why the reader gets this email; the last lines */
  readonly footer: string
  /** unsubscribe link; also offered to the email program (RFC 8058) */
  readonly stop?: { readonly label: string; readonly url: string }
}

/** Light and dark values of the design colours. */
const colours = {
  bg: ['#FAF9F6', '#141613'],
  surface: ['#FFFFFF', '#1C1F1B'],
  soft: ['#F1EFE9', '#262A25'],
  border: ['#DAD6CC', '#3A3F38'],
  text: ['#1B1C1A', '#ECEBE5'],
  muted: ['#575349', '#B5B2A8'],
  accent: ['#0E5A63', '#6CC5CE'],
  on: ['#FFFFFF', '#05262A'],
  good: ['#1E7346', '#6CCB93'],
  warn: ['#7A5B00', '#F0B84A'],
  bad: ['#A81E2D', '#FF8F80'],
  info: ['#2A5A8C', '#8ABBEA'],
} as const
type Colour = keyof typeof colours

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Breaks long names and addresses; `word-break` is for programs that do not know `overflow-wrap`. */
const wraps = 'overflow-wrap:anywhere;word-break:break-word'
const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Status is shown by shape and text, not by colour alone. */
const shapes = { good: '●', warn: '▲', bad: '◆', info: '■' } as const

/** Renders an email. @throws TypeError for a link that is not http or https */
export function layout(content: MailContent): RenderedMail {
  const links = content.blocks.flatMap((block) =>
    block.kind === 'button' ? [block.url] : block.kind === 'figures' ? block.rows.map(({ url }) => url) : [],
  )
  for (const url of [...links, ...(content.stop ? [content.stop.url] : [])]) assertLink(url)
  return {
    subject: oneLine(content.subject, 160),
    text: textOf(content),
    html: htmlOf(content),
    ...(content.stop && {
      headers: {
        'List-Unsubscribe': `<${content.stop.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** One line of at most `max` code points; control characters, line breaks and direction overrides become blanks. */
export function oneLine(value: string, max = 120): string {
  const line = value
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const points = [...line]
  return points.length <= max ? line : `${points.slice(0, max - 1).join('')}…`
}

/** Breaks up what looks like an address in a stranger's name, since email programs would turn it into a link. */
export const inertName = (name: string): string => oneLine(name).replace(/[.:@/](?=[^\s])/g, '$&\u200b')

function assertLink(url: string): void {
  const protocol = URL.parse(url)?.protocol
  if ((protocol !== 'https:' && protocol !== 'http:') || /[\s<>"]/.test(url)) {
    throw new TypeError('A link in an email must be http or https')
  }
}

function textOf({ heading, blocks, footer, stop }: MailContent): string {
  const stopLines = stop ? [`${stop.label}:\n${stop.url}`] : []
  // Email programs treat the text after "-- " as a signature and do not quote it.
  return `${[heading, ...blocks.map(blockText), `-- \n${footer}`, ...stopLines].join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'title':
    case 'text':
      return block.text
    case 'quote':
      return lines(block.text)
        .map((line) => `> ${line}`)
        .join('\n')
    case 'facts':
      return block.rows.map((row) => `${row.label}: ${oneLine(row.value, 500)}`).join('\n')
    case 'figures':
      return block.rows
        .map(({ label, figure, against, url }) => {
          const line = `${oneLine(label, 200)}: ${figure}`
          return `${against === '' ? line : `${line} (${against})`}\n${url}`
        })
        .join('\n')
    case 'button':
      // On its own line, so that every program links all of it.
      return `${block.label}:\n${block.url}`
    case 'code':
      return `${block.label}: ${block.code}`
  }
}

function htmlOf({ language, subject, heading, blocks, footer, stop }: MailContent): string {
  const stopLine = stop
    ? `<br><a href="${escapeHtml(stop.url)}" ${style('muted')}>${escapeHtml(stop.label)}</a>`
    : ''
  const direction = directionOf(language)
  // Again in the body, because many email programs drop the outermost element.
  const dir = direction === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html>
<html lang="${language}"${dir}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(oneLine(subject, 160))}</title>
<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${darkRules}}${outlookDarkRules}</style>
</head>
<body class="bg"${dir} style="margin:0;padding:0;${fill('bg')}">
${table}${dir} class="bg" style="${fill('bg')}"><tr><td align="center" style="padding:24px 12px;${wraps}">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${table} style="max-width:560px">
${headHtml('Wellkept')}
<tr><td class="surface border" style="${fill('surface')};border:1px solid ${colours.border[0]};border-radius:10px;padding:24px 20px">
<h1 ${style('text', 'margin:0 0 16px;font-size:20px;line-height:1.2;font-weight:700')}>${escapeHtml(heading)}</h1>
${blocks.map((block) => blockHtml(block, direction === 'rtl' ? 'left' : 'right')).join('\n')}
</td></tr>
<tr><td ${style('muted', 'padding:16px 4px 0;font-size:13px;line-height:1.5')}>${escapeHtml(footer)}${stopLine}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

type Side = 'left' | 'right'

/** @param end the side where a line ends */
function blockHtml(block: Block, end: Side): string {
  switch (block.kind) {
    case 'title':
      return `<h2 ${style('text', 'margin:8px 0;font-size:16px;line-height:1.3;font-weight:700')}>${escapeHtml(block.text)}</h2>`
    case 'text':
      return `<p ${style('text', 'margin:0 0 16px;font-size:15px;line-height:1.5')}>${escapeHtml(block.text)}</p>`
    case 'quote':
      return `${table} style="margin:0 0 16px"><tr><td class="soft text" style="${fill('soft')};${font};color:${
        colours.text[0]
      };border-radius:6px;padding:12px 16px;font-size:15px;line-height:1.5">${lines(block.text)
        .map(escapeHtml)
        .join('<br>')}</td></tr></table>`
    case 'facts':
      return `${table} style="margin:0 0 16px">${block.rows.map((row) => factHtml(row, end)).join('')}</table>`
    case 'figures':
      return `${table} style="margin:0 0 16px">${block.rows.map((row) => figureHtml(row, end)).join('')}</table>`
    case 'button':
      return buttonHtml(block.label, block.url)
    case 'code':
      return `<p ${style('text', 'margin:0 0 4px;font-size:15px;line-height:1.5')}>${escapeHtml(block.label)}</p>
<p ${style('text', 'margin:0 0 16px;font-size:25px;line-height:1.2;font-weight:700;letter-spacing:4px')}>${escapeHtml(block.code)}</p>`
  }
}

function headHtml(name: string): string {
  return `<tr><td ${style('muted', 'padding:0 4px 12px;font-size:15px;font-weight:600')}>${escapeHtml(name)}</td></tr>`
}

/** The email with the organisation's name at its head, once its sender is known. */
export const withHead = (html: string, organisation: string): string =>
  organisation === '' ? html : html.replace(headHtml('Wellkept'), () => headHtml(organisation))

function factHtml({ label, value, tone }: Fact, end: Side): string {
  const cell = 'padding:4px 0;font-size:15px;line-height:1.5;vertical-align:top'
  const shape = tone ? `<span ${style(tone)}>${shapes[tone]}</span> ` : ''
  return `<tr><td width="120" ${style('muted', `${cell};padding-${end}:8px`)}>${escapeHtml(label)}</td><td ${style(
    'text',
    `${cell};font-weight:600`,
  )}>${shape}${escapeHtml(oneLine(value, 500))}</td></tr>`
}

function figureHtml({ label, figure, against, url }: Figure, end: Side): string {
  const cell = `padding:8px 0;font-size:15px;line-height:1.4;vertical-align:top;border-top:1px solid ${colours.border[0]}`
  const link = `<a href="${escapeHtml(url)}" ${style('accent', 'font-weight:700')}>${escapeHtml(figure)}</a>`
  const rest =
    against === '' ? '' : `<br><span ${style('muted', 'font-size:13px')}>${escapeHtml(against)}</span>`
  return `<tr><td class="text border" style="${font};color:${colours.text[0]};${cell};padding-${end}:12px">${escapeHtml(
    oneLine(label, 200),
  )}</td><td width="40%" class="border" style="${font};${cell}">${link}${rest}</td></tr>`
}

/** The URL below the button is for programs without HTML buttons, and shows where the button leads. */
function buttonHtml(label: string, url: string): string {
  const href = escapeHtml(url)
  const face = `${font};display:inline-block;padding:12px 24px;font-size:15px;font-weight:600;text-decoration:none`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td class="accent-fill" style="${fill(
    'accent',
  )};border-radius:6px;mso-padding-alt:12px 24px"><a class="on" href="${href}" style="${face};color:${
    colours.on[0]
  }">${escapeHtml(label)}</a></td></tr></table>
<p ${style('muted', 'margin:0 0 16px;font-size:13px;line-height:1.5;word-break:break-all')}><a href="${href}" ${style(
    'muted',
  )}>${href}</a></p>`
}

const style = (colour: Colour, more = '') =>
  `class="${colour}" style="${font};color:${colours[colour][0]}${more && `;${more}`}"`

const fill = (colour: Colour) => `background-color:${colours[colour][0]}`

const lines = (value: string) => value.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => oneLine(line, 4_000))

const inks = ['text', 'muted', 'accent', 'on', 'good', 'warn', 'bad', 'info'] as const
const fills = { bg: 'bg', surface: 'surface', soft: 'soft', 'accent-fill': 'accent' } as const

const darkInks = (before: string) =>
  inks.map((ink) => `${before}.${ink}{color:${colours[ink][1]}!important}`).join('')

const darkFills = (before: string) =>
  Object.entries(fills)
    .map(([name, colour]) => `${before}.${name}{background-color:${colours[colour][1]}!important}`)
    .join('')

const darkRules = `${darkInks('')}${darkFills('')}.border{border-color:${colours.border[1]}!important}`
/** Outlook apps mark darkened elements instead of supporting the media query. */
const outlookDarkRules = `${darkInks('[data-ogsc] ')}${darkFills('[data-ogsb] ')}`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
