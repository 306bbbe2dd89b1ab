/** The pages of single sign-on: no script, one style, nothing from other hosts. */
import { createHash } from 'node:crypto'
import { acceptedLanguages, baseLanguage } from '#contracts/kit/language.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { escapeHtml } from '#server/platform/http/html.ts'
import { type SsoLanguage, words } from './page-texts.ts'
import type { RefusalCode } from './refusal.ts'

/** The first available language of Accept-Language. */
export const languageOf = (accepted: string | undefined): SsoLanguage => {
  for (const tag of acceptedLanguages(accepted)) {
    const base = baseLanguage(tag)
    if (base === 'en' || base === 'de') return base
  }
  return 'en'
}

const style = `:root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:#FAF9F6;color:#1B1C1A}
main{max-width:28rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem}p{margin:0 0 1rem}
label{display:block;font-weight:600;margin:0 0 .25rem}input{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:0 0 1rem;padding:.5rem .75rem;border:1px solid #6B6E68;border-radius:.5rem;font:inherit;background:#fff;color:inherit}
button,a.button{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:0 0 .75rem;padding:.75rem 1rem;border:1px solid #0E5A63;border-radius:.5rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;background:#fff;color:#0E5A63;cursor:pointer}
button{background:#0E5A63;color:#fff}input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid #2A5A8C;outline-offset:2px}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{background:#141613;color:#ECEBE5}input{background:#1C1F1B;border-color:#9A9D95}a.button{background:#1C1F1B;color:#6CC5CE;border-color:#6CC5CE}button{background:#6CC5CE;color:#05262A}input:focus-visible,button:focus-visible,a:focus-visible{outline-color:#8ABBEA}}`

export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const page = (language: SsoLanguage, heading: string, body: string, head = ''): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${words[language].title} – Wellkept</title><style>${style}</style>${head}</head>
<body><main><h1>${escapeHtml(heading)}</h1>${body}</main></body></html>
`

const link = (to: string, label: string): string =>
  `<a class="button" href="${escapeHtml(to)}">${escapeHtml(label)}</a>`

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** @param asked an address was entered that has no SSO */
export const startPage = (language: SsoLanguage, asked: boolean, returnTo: string | undefined): string => {
  const text = words[language]
  const hidden =
    returnTo === undefined ? '' : `<input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">`
  return page(
    language,
    text.start,
    `${asked ? `<p role="alert">${escapeHtml(text.unknown)}</p>` : ''}<form method="get" action="/sso/start">
<label for="email">${text.email}</label><input id="email" name="email" type="email" autocomplete="email" inputmode="email" required maxlength="254"><input type="hidden" name="form" value="1">${hidden}
<button>${text.onward}</button></form>${link('/app/sign-in', text.otherWays)}`,
  )
}

/**
 * Redirects by itself. Browsers apply form-action, which allows this host only, to redirects after a form too, so a
 * form is answered by this page.
 */
export const onwardPage = (language: SsoLanguage, to: string): string =>
  page(
    language,
    words[language].start,
    link(to, words[language].onward),
    `<meta http-equiv="refresh" content="0;url=${escapeHtml(to)}">`,
  )

export const refusalPage = (language: SsoLanguage, code: RefusalCode, again: string | undefined): string => {
  const text = words[language]
  return page(
    language,
    text.failed,
    paragraph(text.refusals[code]) +
      (again === undefined ? '' : link(again, text.again)) +
      link('/app/sign-in', text.otherWays),
  )
}

export interface TestOutcome {
  readonly email: string
  readonly roles: readonly Role[]
  readonly member: boolean
}

export const testPage = (
  language: SsoLanguage,
  outcome: TestOutcome | { readonly refused: RefusalCode; readonly detail: string | undefined },
): string => {
  const text = words[language]
  if ('refused' in outcome) {
    const detail =
      outcome.detail === undefined
        ? ''
        : `<dl><dt>${text.detail}</dt><dd lang="en">${escapeHtml(outcome.detail)}</dd></dl>`
    return page(
      language,
      text.testBad,
      paragraph(text.refusals[outcome.refused]) + detail + paragraph(text.testNote),
    )
  }
  const rows = [
    [text.address, outcome.email],
    [text.who, outcome.member ? text.member : text.newcomer],
    [text.roles, outcome.roles.map((role) => text.roleNames[role]).join(', ')],
  ]
  const list = rows
    .map(([name, value]) => `<dt>${escapeHtml(name ?? '')}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
    .join('')
  return page(language, text.testGood, `<dl>${list}</dl>${paragraph(text.testNote)}`)
}
