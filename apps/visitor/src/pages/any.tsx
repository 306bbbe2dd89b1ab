/** The form for any code, which the service worker shows where a place's own page cannot be loaded. */
import type { PageModel } from '../models.ts'
import { AfterBestRating, Bar, Comment, Foot, Honeypot } from '../parts/blocks.tsx'
import { formTexts, renderDocument } from '../parts/document.tsx'
import { Faces } from '../parts/faces.tsx'
import { viewOf } from '../parts/view.ts'
import { Sent } from './thanks.tsx'

export const renderAnyPage = (model: PageModel): string => {
  const view = viewOf(model)
  const { t } = view
  const safety = { view, issues: [], phone: null }
  return renderDocument({
    model,
    title: t('question'),
    texts: [...formTexts, 'errorChoice'],
    foot: <Foot view={view} model={model} />,
    children: (
      <>
        {/* The script appends the code. */}
        <h1 tabIndex={-1}>{t('codeLabel')}</h1>
        <p class="hint">{t('anyText')}</p>
        <div id="notes" role="status" />
        <div id="ask">
          <form id="form" method="post" action={model.path} autocomplete="off" data-kind="feedback">
            <Honeypot view={view} />
            <Faces view={view} chosen={undefined} describedBy={undefined} />
            <Comment view={view} value={undefined} error={undefined} praise />
            <Bar {...safety}>
              <button type="submit" class="main" name="step" value="send">
                <AfterBestRating five={t('send')} usual={t('sendReport')} />
              </button>
            </Bar>
          </form>
        </div>
        <Sent path={model.path} usualMinutes={null} {...safety} />
      </>
    ),
  })
}
