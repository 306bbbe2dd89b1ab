/** STA-2: the form for a problem: known reports, part, issue, comment, photos. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { ReportPageModel } from '../models.ts'
import {
  Bar,
  Comment,
  Emergency,
  ErrorSummary,
  errorText,
  FieldError,
  Foot,
  Hidden,
  Honeypot,
  Photos,
  Place,
  Reports,
  siblingId,
} from '../parts/blocks.tsx'
import { formTexts, renderDocument } from '../parts/document.tsx'
import { State } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'
import { Sent } from './thanks.tsx'

const Known = ({ model, action, view }: { model: ReportPageModel; action: string; view: View }) => {
  const known = model.status.items.filter((item) => item.report !== 'OK' && item.report !== 'RESOLVED')
  if (known.length === 0) return null
  return (
    <section>
      <h2>{view.t('known')}</h2>
      <ul class="rows">
        {known.map((item, index) => (
          <li key={item.id}>
            <div>
              <strong>
                <bdi>{item.name}</bdi>
              </strong>
              <small>
                {item.report !== 'OK' && <State state={item.report} view={view} />}
                {item.since && ` · ${view.ago(item.since)}`}
                {' · '}
                <Reports n={item.reports} view={view} />
              </small>
            </div>
            <form class="same" method="post" action={action}>
              <Hidden
                fields={{
                  step: 'same',
                  itemId: item.id,
                  language: model.language,
                  submissionId: siblingId(model.submissionId, index),
                  started: model.started,
                }}
              />
              <button type="submit" aria-label={view.t('sameHereFor', { issue: item.name })}>
                {view.t('sameHere')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Items = ({ model, error, view }: { model: ReportPageModel; error: string | undefined; view: View }) => {
  const { items } = model.status
  const only = items.length === 1 ? items[0] : undefined
  if (only) return <Hidden fields={{ itemId: only.id }} />
  return (
    <fieldset id="choice" aria-describedby={error ? 'choice-error' : undefined}>
      <legend>{view.t('whichPart')}</legend>
      <div class="chips">
        {items.map((item) => (
          <label key={item.id} class="chip">
            <input type="radio" name="itemId" value={item.id} checked={item.id === model.values?.itemId} />
            <span>
              <bdi>{item.name}</bdi>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Issues = ({ model, view }: { model: ReportPageModel; view: View }) => {
  const { issues } = model.status
  if (issues.length === 0) return null
  return (
    <fieldset>
      <legend>
        {view.t('whatIsWrong')} <small>({view.t('optional')})</small>
      </legend>
      <div class="chips">
        {issues.map((issue) => (
          <label key={issue.code} class={issue.safety ? 'chip safety' : 'chip'}>
            <input
              type="radio"
              name="issue"
              value={issue.code}
              checked={issue.code === model.values?.issue}
            />
            <span>
              <bdi>{issue.name}</bdi>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export const renderReportPage = (model: ReportPageModel): string => {
  const { status } = model
  const view = viewOf(model, status.building.timeZone)
  const { t } = view
  const statusPath = `/status/${encodeURIComponent(status.qrCode)}`
  const action = `${statusPath}/report`
  const errors = [
    { field: 'choice', text: errorText(model.errors, 'choice', view, 'errorReport') },
    { field: 'comment', text: errorText(model.errors, 'comment', view) },
  ]
  const choiceError = errors[0]?.text
  return renderDocument({
    model,
    title: `${errors.some(({ text }) => text) ? `${t('checkTitle')}: ` : ''}${t('reportTitle', { place: sayPlace(status.amenity.name, status.location) })}`,
    texts: [...formTexts, 'errorReport'],
    foot: (
      <Foot
        view={view}
        model={model}
        qrCode={status.qrCode}
        links={[{ href: `${statusPath}?lang=${model.language}`, text: t('statusLink') }]}
      />
    ),
    children: (
      <>
        <Place
          heading={t('reportProblem')}
          name={status.amenity.name}
          building={status.building.name}
          location={status.location}
        />
        <div id="notes" role="status" />
        {status.issues.some((issue) => issue.code === 'PERSON_TRAPPED') && (
          <Emergency view={view} phone={model.emergencyPhone} />
        )}
        <ErrorSummary view={view} errors={errors} />
        <div id="ask">
          <Known model={model} action={action} view={view} />
          <form
            id="form"
            method="post"
            autocomplete="off"
            action={action}
            data-kind="report"
            data-code={status.qrCode}
            data-now={model.now}
          >
            <Hidden
              fields={{ language: model.language, submissionId: model.submissionId, started: model.started }}
            />
            <Honeypot view={view} />
            <FieldError id="choice" text={choiceError} />
            <Items model={model} error={choiceError} view={view} />
            <Issues model={model} view={view} />
            <Comment view={view} value={model.values?.comment} error={errors[1]?.text} />
            {status.photos && <Photos view={view} />}
            <Bar view={view} issues={status.issues} phone={model.emergencyPhone}>
              <button type="submit" class="main" name="step" value="send">
                {t('sendReport')}
              </button>
            </Bar>
          </form>
        </div>
        <Sent
          view={view}
          path={statusPath}
          usualMinutes={null}
          issues={status.issues}
          phone={model.emergencyPhone}
        />
      </>
    ),
  })
}
