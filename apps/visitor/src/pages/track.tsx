/** VIS-5: the tracking page: progress, "is it fixed now?", message, email, deletion. No names of staff. */
import type { Tracking } from '#contracts/feedback.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { TrackPageModel } from '../models.ts'
import {
  EmailField,
  Emergency,
  ErrorSummary,
  errorText,
  FieldError,
  Foot,
  Hidden,
  Pictures,
  Place,
} from '../parts/blocks.tsx'
import { inLanguage, renderDocument } from '../parts/document.tsx'
import { ratingWord } from '../parts/faces.tsx'
import { type View, viewOf } from '../parts/view.ts'
import type { PlainMessage } from '../translate.ts'

const what: Record<Tracking['timeline'][number]['what'], PlainMessage> = {
  RECEIVED: 'whatReceived',
  JOINED: 'whatJoined',
  IN_PROGRESS: 'whatInProgress',
  RESOLVED: 'whatResolved',
  CONFIRMED: 'whatConfirmed',
  REJECTED: 'whatRejected',
  REOPENED: 'whatReopened',
  MESSAGE: 'whatMessage',
  ERASED: 'whatErased',
}

const states: Record<
  Tracking['state'],
  { readonly word: PlainMessage; readonly look: string; readonly shape: string }
> = {
  RECEIVED: { word: 'stateReceived', look: 'REPORTED', shape: 'M6 0 12 12H0z' },
  IN_PROGRESS: { word: 'stateInProgress', look: 'IN_PROGRESS', shape: 'M1 1h10v10H1z' },
  RESOLVED: { word: 'stateResolved', look: 'RESOLVED', shape: 'M0 6a6 6 0 1 0 12 0a6 6 0 1 0-12 0' },
}

const done: Record<NonNullable<TrackPageModel['done']>, PlainMessage> = {
  FIXED: 'doneFixed',
  NOT_FIXED: 'doneNotFixed',
  MESSAGE: 'doneMessage',
  EMAIL: 'followAsked',
  ERASED: 'doneErased',
}

const Report = ({ tracking, view }: { tracking: Tracking; view: View }) => (
  <section>
    <h2>{view.t('recorded')}</h2>
    <ul>
      {tracking.rating !== null && (
        <li>
          {view.t('ofFive', { n: tracking.rating })} {ratingWord(tracking.rating, view)}
        </li>
      )}
      {tracking.issues.map((issue) => (
        <li key={`${issue.code} ${issue.detail}`}>
          <bdi>{issue.name}</bdi>
          {issue.detail && (
            <>
              {': '}
              <bdi>{issue.detail}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
    {tracking.comment && (
      <p class="words" dir="auto">
        {tracking.comment}
      </p>
    )}
    {tracking.messages.map(({ at, text }) => (
      <div key={`${at} ${text}`}>
        <small>
          <time dateTime={at}>{view.clock(at)}</time>
        </small>
        <p class="words" dir="auto">
          {text}
        </p>
      </div>
    ))}
  </section>
)

const Timeline = ({ tracking, view }: { tracking: Tracking; view: View }) => (
  <section>
    <h2>{view.t('timeline')}</h2>
    <ol class="rows">
      {tracking.timeline.map((entry) => (
        <li key={`${entry.at} ${entry.what}`}>
          <div>{view.t(what[entry.what])}</div>
          <time dateTime={entry.at}>{view.clock(entry.at)}</time>
        </li>
      ))}
    </ol>
  </section>
)

const Replies = ({ tracking, view }: { tracking: Tracking; view: View }) =>
  tracking.replies.length === 0 ? null : (
    <section>
      <h2>{view.t('replies')}</h2>
      <ul class="rows">
        {tracking.replies.map((reply) => (
          <li key={`${reply.at} ${reply.text}`}>
            <div>
              <small>
                <time dateTime={reply.at}>{view.clock(reply.at)}</time>
              </small>
              <p class="words" dir="auto" lang={reply.language ?? undefined}>
                {reply.text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )

const Forms = ({ model, action, view }: { model: TrackPageModel; action: string; view: View }) => {
  const { t } = view
  const messageError = errorText(model.errors, 'message', view)
  const language = <Hidden fields={{ language: model.language }} />
  return (
    <>
      <section>
        <h2>{t('addTitle')}</h2>
        <form method="post" action={action}>
          {language}
          <label for="message">{t('message')}</label>
          <FieldError id="message" text={messageError} />
          <textarea
            id="message"
            name="message"
            rows={3}
            maxLength={2000}
            dir="auto"
            required
            aria-describedby={messageError ? 'message-error' : undefined}
            aria-invalid={messageError ? 'true' : undefined}
            value={model.values?.message ?? ''}
          />
          <p>
            <button type="submit">{t('sendMessage')}</button>
          </p>
        </form>
      </section>
      {model.tracking.state !== 'RESOLVED' && (
        <section>
          <h2>{t('emailTitle')}</h2>
          {model.tracking.subscribed ? (
            <p>{t('emailWaiting')}</p>
          ) : (
            <form method="post" action={action}>
              {language}
              <EmailField model={model} view={view} hint={t('emailHint')} />
              <p>
                <button type="submit">{t('emailSend')}</button>
              </p>
            </form>
          )}
        </section>
      )}
      <details>
        <summary>{t('eraseTitle')}</summary>
        <form method="post" action={action}>
          {language}
          <p>{t('eraseText')}</p>
          <p>
            <button type="submit" name="erase" value="true">
              {t('eraseButton')}
              {/* The list of queued entries shows the text of the button. */}
              <span hidden> ({t('eraseLater')})</span>
            </button>
          </p>
        </form>
      </details>
    </>
  )
}

export const renderTrackPage = (model: TrackPageModel): string => {
  const { tracking } = model
  const view = viewOf(model, tracking.building.timeZone)
  const { t } = view
  const state = states[tracking.state]
  // URL after a form, which keeps the language for automatic updates and reopening.
  const action = inLanguage(`/t/${encodeURIComponent(model.trackingToken)}`, model.language)
  const erased = tracking.erased || model.done === 'ERASED'
  const said = model.done && t(done[model.done])
  // Screen readers start a new page with its title, so the result of the form comes first in it.
  const outcome = model.errors ? `${t('checkTitle')}: ` : said ? `${said} ` : ''
  return renderDocument({
    model,
    styles: MORE_STYLES,
    title: `${outcome}${t('trackTitle')} – ${sayPlace(tracking.amenity.name, tracking.location)}`,
    script: FOLLOW_SCRIPT,
    foot: <Foot view={view} model={model} />,
    children: (
      <>
        <Place
          heading={t('trackTitle')}
          name={tracking.amenity.name}
          building={tracking.building.name}
          location={tracking.location}
        />
        {tracking.test && <p class="note">{t('testReport')}</p>}
        <div id="notes" role="status">
          {(model.done || erased) && (
            <p class="note">{t(done[erased ? 'ERASED' : (model.done ?? 'ERASED')])}</p>
          )}
        </div>
        {!erased && (
          <>
            {tracking.emergency && <Emergency view={view} phone={tracking.emergency.phone} />}
            <ErrorSummary
              view={view}
              errors={[
                { field: 'message', text: errorText(model.errors, 'message', view) },
                { field: 'email', text: errorText(model.errors, 'email', view) },
              ]}
            />
            <div id="story">
              <p class={`state big ${state.look}`}>
                <svg viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
                  <path d={state.shape} />
                </svg>
                {t(state.word)}
              </p>
              {tracking.canConfirm && (
                <section>
                  <h2>{t('fixedQuestion')}</h2>
                  <form method="post" action={action} class="pair">
                    <Hidden fields={{ language: model.language }} />
                    <button type="submit" name="fixed" value="yes">
                      {t('fixedYes')}
                    </button>
                    <button type="submit" name="fixed" value="no">
                      {t('fixedNo')}
                    </button>
                  </form>
                </section>
              )}
              <Pictures title={t('photosAfter')} images={tracking.imagesAfter} view={view} />
              <Timeline tracking={tracking} view={view} />
              <Replies tracking={tracking} view={view} />
            </div>
            <p id="news" class="vh" role="status" />
            <noscript>
              <p>
                <a href={action}>{t('lookAgain')}</a>
              </p>
            </noscript>
            <Report tracking={tracking} view={view} />
            <Pictures title={t('photosYours')} images={tracking.images} view={view} />
            {!tracking.test && <Forms model={model} action={action} view={view} />}
            <p>
              {t('reference')}: <code dir="ltr">{tracking.reference}</code>
            </p>
          </>
        )}
      </>
    ),
  })
}
