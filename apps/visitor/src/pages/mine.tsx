/** The reports that were sent from this phone; only its script knows them. */
import type { PageModel } from '../models.ts'
import { Foot, TrackForm } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { viewOf } from '../parts/view.ts'

export const renderMinePage = (model: PageModel): string => {
  const view = viewOf(model)
  const { t } = view
  return renderDocument({
    model,
    title: t('mine'),
    texts: ['mineForget'],
    script: MINE_SCRIPT,
    foot: <Foot view={view} model={model} />,
    children: (
      <>
        <h1 tabIndex={-1}>{t('mine')}</h1>
        <div id="notes" role="status" />
        <ul id="mine" class="rows" />
        {/* Without the script nothing is known of this phone. */}
        <p id="none" hidden>
          {t('mineNone')}
        </p>
        <section>
          <TrackForm view={view} />
        </section>
      </>
    ),
  })
}
