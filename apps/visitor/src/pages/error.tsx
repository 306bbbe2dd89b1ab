/** Error page for 429, 503 and others. */

import type { ErrorPageModel } from '../models.ts'
import { Foot } from '../parts/blocks.tsx'
import { inLanguage, renderDocument } from '../parts/document.tsx'
import { viewOf } from '../parts/view.ts'
import type { PlainMessage } from '../translate.ts'

const texts: Record<ErrorPageModel['reason'], readonly [title: PlainMessage, text: PlainMessage]> = {
  RATE_LIMITED: ['limitedTitle', 'limitedText'],
  UNAVAILABLE: ['unavailableTitle', 'unavailableText'],
  INTERNAL: ['internalTitle', 'internalText'],
  NOT_FOUND: ['notFoundTitle', 'notFoundText'],
  TOO_LARGE: ['tooLargeTitle', 'tooLargeText'],
}

export const renderErrorPage = (model: ErrorPageModel): string => {
  const view = viewOf(model)
  const { t } = view
  const [title, text] = texts[model.reason]
  return renderDocument({
    model,
    title: t(title),
    foot: <Foot view={view} model={model} />,
    children: (
      <>
        <h1>{t(title)}</h1>
        <div id="notes" role="status" />
        <p>{t(text)}</p>
        {model.resend && <p>{t('safeText')}</p>}
        {model.retryAfter !== null && <p>{t('retryIn', { n: model.retryAfter })}</p>}
        {model.resend ? (
          <form method="post" action={model.resend.action}>
            {model.resend.fields.map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" class="main">
              {t('sendAgain')}
            </button>
          </form>
        ) : (
          <p>
            <a class="button main" href={inLanguage(model.path, model.language)}>
              {t(model.reason === 'NOT_FOUND' ? 'entryTitle' : 'tryAgain')}
            </a>
          </p>
        )}
        {model.requestId && (
          <p>
            <small>{t('requestId', { id: model.requestId })}</small>
          </p>
        )}
      </>
    ),
  })
}
