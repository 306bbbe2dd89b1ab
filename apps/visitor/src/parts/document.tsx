/** HTML document of the visitor pages: head, language switch, style sheet and script. */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { directionOf, languageNames } from '#i18n/languages.ts'
import type { PageModel } from '../models.ts'
import { accentStyle } from '../styles/accent.ts'
import type { MessageKey } from '../translate.ts'
import { rawText, translator } from '../translate.ts'

/** Messages that the script needs on every page, for the outbox. */
const queueTexts = [
  'queueTitle',
  'queueOpen',
  'queueText',
  'queueHere',
  'queueLine',
  'queueNow',
  'queueDelete',
  'queueSent',
  'reference',
  'follow',
  'queueRefused',
] as const satisfies readonly MessageKey[]

/** Messages that the script needs on pages with a form. */
export const formTexts = [
  'asOf',
  'sending',
  'offline',
  'counted',
  'photoLater',
  'photos',
  'photoRemove',
  'photoUnreadable',
  'sameHereDone',
  'emailTitle',
  'withComment',
] as const satisfies readonly MessageKey[]

export interface DocumentInput {
  readonly model: PageModel
  readonly title: string
  readonly texts?: readonly MessageKey[]
  /** additional script of this page; its hash is in the policy */
  readonly script?: string
  /** additional style sheet of this page; its hash is in the policy */
  readonly styles?: string
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}

/** JSON for a script element, with `<` escaped so that it cannot end the element. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** URL of a page in a language. */
export const inLanguage = (path: string, language: PageModel['language']): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

export const LanguageSwitch = ({ model, label }: { model: PageModel; label: string }) => (
  <details class="lang">
    <summary>
      <span class="vh">{label}: </span>
      {languageNames[model.language]}
    </summary>
    <ul>
      {model.languages.map((language) => (
        <li key={language}>
          <a
            href={inLanguage(model.path, language)}
            lang={language}
            hreflang={language}
            dir={directionOf(language)}
            aria-current={language === model.language ? 'true' : undefined}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  </details>
)

/** The whole page as HTML. Only our own text is inserted unescaped. */
export const renderDocument = ({
  model,
  title,
  texts = [],
  script,
  styles = '',
  foot,
  children,
}: DocumentInput): string => {
  const t = translator(model.language)
  const accent = accentStyle(model.branding?.colour)
  const strings = Object.fromEntries(
    [...queueTexts, ...texts].map((key) => [key, rawText(model.language, key)]),
  )
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <meta name="referrer" content="same-origin" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
    </>,
  )
  const body = renderToString(
    <>
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <header>
        {model.branding && (
          <p>
            {model.branding.logoUrl ? (
              <img src={model.branding.logoUrl} alt={model.branding.name} height={32} />
            ) : (
              <bdi>{model.branding.name}</bdi>
            )}
          </p>
        )}
        <LanguageSwitch model={model} label={t('language')} />
      </header>
      <main id="main">
        {children}
        <section id="queue" hidden />
      </main>
      <footer class="foot">{foot}</footer>
    </>,
  )
  return [
    `<!doctype html><html lang="${model.language}" dir="${directionOf(model.language)}">`,
    `<head>${head}<style>${STYLES}</style>${styles && `<style>${styles}</style>`}${accent && `<style>${accent}</style>`}</head>`,
    `<body>${body}`,
    `<script id="texts" type="application/json">${embed({ ...strings, language: model.language, locale: model.locale })}</script>`,
    `<script>${CLIENT_SCRIPT}</script>${script ? `<script>${script}</script>` : ''}</body></html>`,
  ].join('')
}
