/** Components that several pages share. */
import type { ComponentChildren } from 'preact'
import { commas } from '#contracts/kit/comma.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Image, IssueChoice } from '#contracts/records.ts'
import type { StatusPage } from '#contracts/status.ts'
import type { FormErrors, PageModel } from '../models.ts'
import type { PlainMessage } from '../translate.ts'
import type { View } from './view.ts'

/** The place: amenity as heading, location and building below. */
export const Place = ({
  name,
  building,
  location,
  heading,
}: {
  name: string
  building: string
  location: string | null
  /** the page's own heading; without it the amenity is the heading */
  heading?: string
}) => (
  <>
    <h1 tabIndex={-1}>{heading ?? <bdi>{name}</bdi>}</h1>
    <p class="place">
      <bdi>{sayPlace(heading && name, location, building)}</bdi>
    </p>
  </>
)

/** "Call 112", shown first if someone may be in danger. */
export const Emergency = ({ view, phone, when }: { view: View; phone: string | null; when?: string }) => {
  const digits = phone?.replaceAll(/[\s()/.-]/g, '') ?? ''
  return (
    <div class={`alarm${when ? ` ${when}` : ''}`}>
      <strong>{view.t('emergency')}</strong>
      {/^\+?[0-9]{2,15}$/.test(digits) ? (
        <a href={`tel:${digits}`}>{view.t('emergencyCall', { number: phone ?? '' })}</a>
      ) : (
        <p>{view.t('emergencyNoNumber')}</p>
      )}
      <small>{view.t('emergencyThen')}</small>
    </div>
  )
}

/** The same, shown once a safety issue is chosen. */
export const IfSafety = ({
  view,
  issues,
  phone,
}: {
  view: View
  issues: readonly Pick<IssueChoice, 'safety'>[]
  phone: string | null
}) => (issues.some(({ safety }) => safety) ? <Emergency view={view} phone={phone} when="ifsafety" /> : null)

/** Buttons at the bottom of the screen, with the emergency number above them while a safety issue is chosen. */
export const Bar = ({
  children,
  ...safety
}: Parameters<typeof IfSafety>[0] & { children: ComponentChildren }) => (
  <div class="bar">
    <p id="tap" role="status" />
    <IfSafety {...safety} />
    {children}
  </div>
)

const errorTexts: Record<string, PlainMessage> = {
  'choice MISSING': 'errorChoice',
  'comment TOO_LONG': 'errorTooLong',
  'message TOO_LONG': 'errorTooLong',
  'message MISSING': 'errorMessage',
  'email INVALID': 'errorEmail',
}

/** The error message of a field; undefined without one. */
export const errorText = (
  errors: FormErrors | undefined,
  field: keyof FormErrors,
  view: View,
  missing: PlainMessage = 'errorChoice',
): string | undefined => {
  const code = errors?.[field]
  if (!code) return undefined
  if (field === 'choice' && code === 'MISSING') return view.t(missing)
  return view.t(errorTexts[`${field} ${code}`] ?? 'errorInvalid')
}

export const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p class="error" id={`${id}-error`}>
      {text}
    </p>
  )

interface EmailFieldProps {
  readonly model: { readonly errors?: FormErrors; readonly values?: { readonly email?: string } }
  readonly view: View
  /** what the email address is used for */
  readonly hint: string
}

/** Email field for updates; one per page. */
export const EmailField = ({ model: { errors, values }, view, hint }: EmailFieldProps) => {
  const error = errorText(errors, 'email', view)
  return (
    <>
      <label for="email">{view.t('email')}</label>
      <p class="hint" id="email-hint">
        {hint}
      </p>
      <FieldError id="email" text={error} />
      <input
        type="email"
        id="email"
        name="email"
        autocomplete="email"
        maxLength={254}
        dir="ltr"
        required
        aria-describedby={error ? 'email-hint email-error' : 'email-hint'}
        aria-invalid={error ? 'true' : undefined}
        value={values?.email ?? ''}
      />
    </>
  )
}

/** All errors of a form at the top, each linked to its field. */
export const ErrorSummary = ({
  view,
  errors,
}: {
  view: View
  errors: readonly { readonly field: string; readonly text: string | undefined }[]
}) => {
  const shown = errors.filter((error) => error.text !== undefined)
  if (shown.length === 0) return null
  return (
    <div class="errors" role="alert">
      <h2>{view.t('checkTitle')}</h2>
      <ul>
        {shown.map(({ field, text }) => (
          <li key={field}>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Different text after the best rating, switched by CSS so that it works without JavaScript. */
export const AfterBestRating = ({ five, usual }: { five: string; usual: string }) => (
  <>
    <span class="usual">{usual}</span>
    <span class="five">{five}</span>
  </>
)

export const Comment = ({
  view,
  value,
  error,
  praise,
}: {
  view: View
  value: string | undefined
  error: string | undefined
  /** after the best rating asks what was good */
  praise?: boolean
}) => (
  <div class="field">
    <label for="comment">
      {praise ? (
        <AfterBestRating five={view.t('whatWasGood')} usual={view.t('comment')} />
      ) : (
        view.t('comment')
      )}{' '}
      <small>({view.t('optional')})</small>
    </label>
    <p class="hint" id="comment-hint">
      {view.t('commentHint')}
    </p>
    <FieldError id="comment" text={error} />
    <textarea
      id="comment"
      name="comment"
      rows={3}
      maxLength={2000}
      dir="auto"
      aria-describedby={error ? 'comment-hint comment-error' : 'comment-hint'}
      aria-invalid={error ? 'true' : undefined}
      value={value ?? ''}
    />
  </div>
)

/** Shown only by the script, because a form without it cannot resize photos. */
export const Photos = ({ view }: { view: View }) => (
  <div class="field" id="photos" hidden>
    <label class="file">
      <input type="file" accept="image/*" multiple aria-describedby="photo-hint" />
      {view.t('photoAdd')}
    </label>
    <p class="hint" id="photo-hint">
      {view.t('photoHint')}
    </p>
    <p class="error" role="alert" hidden />
    <ul class="pics" />
  </div>
)

/** Honeypot: a field that is hidden from people and filled in by bots. */
export const Honeypot = ({ view }: { view: View }) => (
  <div class="vh" aria-hidden="true">
    <label>
      {view.t('leaveEmpty')}
      <input type="text" name="website" tabIndex={-1} autocomplete="off" />
    </label>
  </div>
)

export const Hidden = ({ fields }: { fields: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
)

/** Allows only http(s) and own URLs for images. */
const safeAddress = (url: string): string => (/^(https?:\/\/|\/(?!\/))/i.test(url) ? url : '')

/** @param small uses a lower heading level */
export const Pictures = ({
  title,
  images,
  view,
  small,
}: {
  title: string
  images: readonly Image[]
  view: View
  small?: boolean
}) =>
  images.length === 0 ? null : (
    <section>
      {small ? <h3>{title}</h3> : <h2>{title}</h2>}
      <ul class="pics">
        {images.map((image, index) => (
          <li key={image.key}>
            <a href={safeAddress(image.url)}>
              <img
                src={safeAddress(image.thumbnailUrl)}
                alt={`${title}: ${view.t('photoNumber', { n: index + 1 })}`}
                loading="lazy"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )

/** "Working nearby": the nearest amenities without known problems. */
export const Alternatives = ({ view, list }: { view: View; list: StatusPage['alternatives'] }) => {
  const places = list
    .filter(({ state }) => state === 'OPERATIONAL')
    .map(({ name, location }) => sayPlace(name, location))
  if (places.length === 0) return null
  return (
    <p>
      <strong>{view.t('nearby')}:</strong> <bdi>{places.join(commas[view.language])}</bdi>
    </p>
  )
}

/** A code in groups of five, as on the sticker. */
export const formatCode = (code: string): string => code.replaceAll(/(.{5})(?=.)/g, '$1 ')

/** The footer: privacy note, code, link to the privacy page. */
export const Foot = ({
  view,
  model,
  qrCode,
  links = [],
}: {
  view: View
  model: PageModel
  qrCode?: string
  links?: readonly { readonly href: string; readonly text: string }[]
}) => (
  <>
    <p>{view.t('plainPrivacy')}</p>
    {qrCode && (
      <p>
        {view.t('codeLabel')} <code dir="ltr">{formatCode(qrCode)}</code>
      </p>
    )}
    {links.map(({ href, text }) => (
      <a key={href} href={href}>
        {text}
      </a>
    ))}
    <a href={`/privacy?lang=${model.language}${qrCode ? `&from=${encodeURIComponent(qrCode)}` : ''}`}>
      {view.t('about')}
    </a>
  </>
)

/** "2 reports", with the text for one more for the script. */
export const Reports = ({ n, view }: { n: number; view: View }) => (
  <span data-more={view.t('reports', { n: n + 1 })}>{view.t('reports', { n })}</span>
)

/** Derives a UUID, because a page may have several forms, each with its own submission id. */
export const siblingId = (id: string, index: number): string => {
  const tail = (Number.parseInt(id.slice(-6), 16) + index + 1) % 0x1000000
  return Number.isNaN(tail) ? id : id.slice(0, -6) + tail.toString(16).padStart(6, '0')
}

/** Form to open a report by its link. */
export const TrackForm = ({ view }: { view: View }) => (
  <form method="get" action="/t">
    <Hidden fields={{ lang: view.language }} />
    <label for="reference">{view.t('trackLink')}</label>
    <p class="hint" id="reference-hint">
      {view.t('aboutDeleteText')}
    </p>
    <input
      type="text"
      id="reference"
      name="reference"
      dir="ltr"
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      maxLength={400}
      required
      aria-describedby="reference-hint"
    />
    <p>
      <button type="submit">{view.t('openReport')}</button>
    </p>
  </form>
)
