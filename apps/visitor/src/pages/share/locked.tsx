/** SHA-2: the password form of a link. Works without JavaScript. */
import { renderShareDocument } from './document.tsx'
import type { ShareLockedPageModel } from './model.ts'
import { type Speech, speechOf } from './words.ts'

const faultIn = ({ fault, retryAfter }: ShareLockedPageModel, { say }: Speech): string | undefined => {
  if (fault === 'LIMITED') return say.limitedTries({ n: Math.max(1, Math.ceil((retryAfter ?? 60) / 60)) })
  return fault === 'WRONG' ? say.wrong : undefined
}

export const renderShareLockedPage = (model: ShareLockedPageModel): string => {
  const speech = speechOf(model, 'UTC')
  const { say } = speech
  const fault = faultIn(model, speech)
  return renderShareDocument({
    model,
    speech,
    title: fault ? say.error({ title: say.lockedTitle }) : say.lockedTitle,
    children: (
      <>
        <h1>{say.lockedTitle}</h1>
        <p>{say.lockedText}</p>
        <form method="post" action={`${model.path}?lang=${model.language}`}>
          <label for="password">{say.password}</label>
          {fault && (
            <p class="error" id="fault" role="alert">
              {fault}
            </p>
          )}
          <input
            id="password"
            type="password"
            name="password"
            autocomplete="off"
            required
            maxLength={128}
            autofocus
            aria-invalid={fault ? 'true' : undefined}
            aria-describedby={fault ? 'fault' : undefined}
          />
          <button type="submit" class="main">
            {speech.t('openPage')}
          </button>
        </form>
      </>
    ),
  })
}
