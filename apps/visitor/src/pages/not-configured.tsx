/** VIS-6: the page for an unknown code or token, with a form for another one. */

import type { NotConfiguredPageModel } from '../models.ts'
import { Foot, Hidden } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { viewOf } from '../parts/view.ts'
import type { PlainMessage } from '../translate.ts'

const texts: Record<
  NotConfiguredPageModel['reason'],
  readonly [title: PlainMessage, text: PlainMessage | null]
> = {
  UNLINKED: ['unlinkedTitle', 'unlinkedText'],
  UNKNOWN: ['unknownTitle', 'unknownText'],
  TRACKING: ['noReportTitle', 'noReportText'],
  ENTRY: ['entryTitle', 'aboutWhatText'],
}

export const renderNotConfiguredPage = (model: NotConfiguredPageModel): string => {
  const view = viewOf(model)
  const { t } = view
  const [title, text] = texts[model.reason]
  const tracking = model.reason === 'TRACKING'
  return renderDocument({
    model,
    title: t(title),
    foot: <Foot view={view} model={model} />,
    children: (
      <>
        <h1>{t(title)}</h1>
        <div id="notes" role="status" />
        {text && <p>{t(text)}</p>}
        {model.branding?.contact && (
          <p>
            <bdi>{t('contact', { contact: model.branding.contact })}</bdi>
          </p>
        )}
        <section>
          <form method="get" action={tracking ? '/t' : '/q'}>
            <Hidden fields={{ lang: model.language }} />
            <label for="code">{t(tracking ? 'trackLink' : 'entryTitle')}</label>
            <p class="hint" id="code-hint">
              {t(tracking ? 'aboutDeleteText' : 'entryHint')}
            </p>
            <input
              type="text"
              id="code"
              name={tracking ? 'reference' : 'code'}
              dir="ltr"
              autocomplete="off"
              autocapitalize={tracking ? 'none' : 'characters'}
              spellcheck={false}
              maxLength={tracking ? 400 : 128}
              required
              aria-describedby="code-hint"
              value={model.code ?? ''}
            />
            <p>
              <button type="submit" class="main">
                {t(tracking ? 'openReport' : 'openPage')}
              </button>
            </p>
          </form>
        </section>
      </>
    ),
  })
}
