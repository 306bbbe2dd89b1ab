/** VIS-7: what is stored and how to delete it. */
import type { AboutPageModel } from '../models.ts'
import { TrackForm } from '../parts/blocks.tsx'
import { inLanguage, renderDocument } from '../parts/document.tsx'
import { viewOf } from '../parts/view.ts'

export const renderAboutPage = (model: AboutPageModel): string => {
  const view = viewOf(model)
  const { t } = view
  const policy = model.branding?.privacyUrl
  return renderDocument({
    model,
    title: t('about'),
    foot: model.returnPath && <a href={`${model.returnPath}?lang=${model.language}`}>{t('back')}</a>,
    children: (
      <>
        <h1>{t('about')}</h1>
        <div id="notes" role="status" />
        <section>
          <h2>{t('aboutWhat')}</h2>
          <p>{t('aboutWhatText')}</p>
        </section>
        <section>
          <h2>{t('aboutKept')}</h2>
          <p>{t('aboutKeptText')}</p>
        </section>
        <section>
          <h2>{t('aboutPhone')}</h2>
          <p>{t('aboutPhoneText')}</p>
          <p>
            <a href={inLanguage('/t', model.language)}>{t('mine')}</a>
          </p>
        </section>
        <section>
          <h2>{t('aboutWho')}</h2>
          <p>{model.branding ? t('aboutWhoText', { name: model.branding.name }) : t('aboutWhoNobody')}</p>
          {model.branding?.contact && (
            <p>
              <bdi>{t('contact', { contact: model.branding.contact })}</bdi>
            </p>
          )}
          {policy && /^https?:\/\//i.test(policy) && (
            <p>
              <a href={policy} rel="noreferrer">
                {t('privacyPolicy')}
              </a>
            </p>
          )}
        </section>
        <section>
          <h2>{t('aboutDelete')}</h2>
          <TrackForm view={view} />
        </section>
      </>
    ),
  })
}
