/** WIZ-1: kind of building; choosing one continues to the next step. */
import type { WizardState, WizardTemplate } from '#contracts/wizard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { wizardMessages } from './messages.ts'

interface KindProps {
  readonly state: WizardState
  readonly templates: readonly WizardTemplate[]
  readonly onChoose: (template: WizardTemplate['code'] | null) => void
}

export const Kind = ({ state, templates, onChoose }: KindProps) => {
  const t = useMessages(wizardMessages)
  const isStarted = state.run === 'IN_PROGRESS'
  const line = (code: WizardTemplate['code'] | null, name: string, about: string) => {
    const chosen = isStarted && state.template === code
    return (
      <li key={name}>
        <button type="button" aria-current={chosen ? 'true' : undefined} onClick={() => onChoose(code)}>
          <b>{name}</b>
          <span>{about}</span>
          {chosen ? <small>{t.chosen}</small> : null}
        </button>
      </li>
    )
  }
  return (
    <>
      <p>{t.kindHelp}</p>
      <ul className="wizard-kinds">
        {templates.map(({ code, name, about }) => line(code, name, about))}
        {line(null, t.noKind, t.noKindHelp)}
      </ul>
    </>
  )
}
