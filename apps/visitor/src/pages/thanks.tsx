/** VIS-3: after a report: what was sent, reference, what happens next, link to the tracking page. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { IssueChoice } from '#contracts/records.ts'
import type { ThanksPageModel } from '../models.ts'
import { Emergency, Foot, Hidden, IfSafety } from '../parts/blocks.tsx'
import { inLanguage, renderDocument } from '../parts/document.tsx'
import { ratingWord } from '../parts/faces.tsx'
import { isGood } from '../parts/good.ts'
import { type View, viewOf } from '../parts/view.ts'
import { roughly } from '../time.ts'

const Next = ({ view, usualMinutes }: { view: View; usualMinutes: number | null }) => (
  <section id="next">
    <h2>{view.t('next')}</h2>
    <p>
      {view.t('nextText')}
      {usualMinutes !== null && ` ${view.t('usualTime', { time: roughly(usualMinutes, view.language) })}`}
    </p>
  </section>
)

/** After a good rating without issues, which needs no work. */
const Good = ({ view, hidden }: { view: View; hidden?: boolean }) => (
  <p id="good" hidden={hidden}>
    {view.t('nextGood')}
  </p>
)

const Message = ({ view, action }: { view: View; action: string | undefined }) => (
  <form method="post" action={action} class="add">
    <Hidden fields={{ language: view.language }} />
    <label for="message">{view.t('message')}</label>
    <textarea id="message" name="message" rows={3} maxLength={2000} dir="auto" required />
    <p>
      <button type="submit">{view.t('sendMessage')}</button>
    </p>
  </form>
)

/** The same content for the script: hidden until the report was received, then filled in. */
export const Sent = ({
  view,
  path,
  usualMinutes,
  issues,
  phone,
}: {
  view: View
  path: string
  usualMinutes: number | null
  issues: readonly Pick<IssueChoice, 'safety'>[]
  phone: string | null
}) => (
  <div id="sent" hidden>
    <IfSafety view={view} issues={issues} phone={phone} />
    <h2 class="big" tabIndex={-1}>
      {view.t('thanksTitle')}
    </h2>
    <ul id="recorded" />
    <p>
      {view.t('reference')}: <code id="reference" dir="ltr" />
      <br />
      <small>{view.t('referenceHint')}</small>
    </p>
    <Next view={view} usualMinutes={usualMinutes} />
    <Good view={view} hidden />
    <p class="pair">
      <a class="button main" id="follow" href={path}>
        {view.t('follow')}
      </a>
      <a class="button" href={path}>
        {view.t('another')}
      </a>
    </p>
    <details>
      <summary>{view.t('addTitle')}</summary>
      <Message view={view} action={undefined} />
    </details>
  </div>
)

export const renderThanksPage = (model: ThanksPageModel): string => {
  const view = viewOf(model, model.building.timeZone)
  const { t } = view
  const { recorded } = model
  const trackPath = inLanguage(`/t/${encodeURIComponent(model.trackingToken)}`, model.language)
  return renderDocument({
    model,
    styles: MORE_STYLES,
    title: `${t('thanksTitle')} – ${sayPlace(model.amenity.name, model.location)}`,
    foot: <Foot view={view} model={model} qrCode={model.qrCode} />,
    children: (
      <>
        {model.safety && <Emergency view={view} phone={model.emergencyPhone} />}
        <h1>{t('thanksTitle')}</h1>
        <p class="place">
          <bdi>{sayPlace(model.amenity.name, model.location, model.building.name)}</bdi>
        </p>
        <dl>
          <div>
            <dt>{t('recorded')}</dt>
            <dd>
              <ul>
                {recorded.rating !== null && (
                  <li>
                    {t('ofFive', { n: recorded.rating })} {ratingWord(recorded.rating, view)}
                  </li>
                )}
                {recorded.issues.map(({ name }) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
                {recorded.comment && <li>{t('withComment')}</li>}
                {recorded.photos > 0 && (
                  <li>
                    {t('photos')}: {recorded.photos}
                  </li>
                )}
              </ul>
            </dd>
          </div>
          <div>
            <dt>{t('reference')}</dt>
            <dd>
              <code dir="ltr">{model.reference}</code>
            </dd>
          </div>
        </dl>
        <p class="hint">{t('referenceHint')}</p>
        {isGood(recorded.rating, recorded.issues.length) ? (
          <Good view={view} />
        ) : (
          <Next view={view} usualMinutes={model.usualMinutes} />
        )}
        <p class="pair">
          <a class="button main" href={trackPath}>
            {t('follow')}
          </a>
          <a class="button" href={`/q/${encodeURIComponent(model.qrCode)}?lang=${model.language}`}>
            {t('another')}
          </a>
        </p>
        {model.addUntil !== null && (
          <section>
            <h2>{t('addTitle')}</h2>
            <p class="hint">{t('addUntil', { time: view.clock(model.addUntil) })}</p>
            <Message view={view} action={trackPath} />
          </section>
        )}
      </>
    ),
  })
}
