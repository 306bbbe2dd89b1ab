/** HTML document of shared pages, with their own style sheet and script. */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { directionOf } from '#i18n/languages.ts'
import type { PageModel } from '../../models.ts'
import { LanguageSwitch } from '../../parts/document.tsx'
import { accentStyle } from '../../styles/accent.ts'
import type { Speech } from './words.ts'

export interface ShareDocument {
  readonly model: PageModel
  readonly speech: Speech
  readonly title: string
  /** class of `body` */
  readonly look?: 'wall' | 'pair' | 'framed' | undefined
  /** data attributes for the script: URL of the stream, messages */
  readonly data?: Readonly<Record<string, string>>
  /** seconds after which the page refreshes without JavaScript */
  readonly again?: number
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}

/** When it changes, open pages reload. */
const version = `${SHARE_SCRIPT_HASH}${SHARE_STYLES_HASH}`

/** The whole page as HTML. Only our own text is inserted unescaped. */
export const renderShareDocument = (input: ShareDocument): string => {
  const { model, speech, title, look, data = {}, again, foot, children } = input
  const accent = accentStyle(model.branding?.colour)
  const bare = look !== undefined
  const head = renderToString(
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      {again && (
        <noscript>
          <meta http-equiv="refresh" content={String(again)} />
        </noscript>
      )}
    </>,
  )
  const attributes = Object.fromEntries(Object.entries(data).map(([name, text]) => [`data-${name}`, text]))
  const body = renderToString(
    <body class={look} {...attributes}>
      {!bare && (
        <a class="skip" href="#main">
          {speech.t('skip')}
        </a>
      )}
      {!bare && (
        <header>
          {model.branding && (
            <p>
              <bdi>{model.branding.name}</bdi>
            </p>
          )}
          <LanguageSwitch model={model} label={speech.t('language')} />
        </header>
      )}
      <p id="offline" role="status" hidden />
      <main id="main">{children}</main>
      {foot && <footer class="foot">{foot}</footer>}
    </body>,
  )
  return [
    `<!doctype html><html lang="${model.language}" dir="${directionOf(model.language)}" data-build="${version}">`,
    `<head>${head}<style>${SHARE_STYLES}</style>${accent && `<style>${accent}</style>`}</head>`,
    body.replace(/<\/body>$/, `<script>${SHARE_SCRIPT}</script></body></html>`),
  ].join('')
}
