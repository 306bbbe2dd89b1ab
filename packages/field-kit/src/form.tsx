/** Form fields with a visible label, a hint and an error that screen readers announce. */
import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': 'true' | undefined
  }) => ComponentChildren
}

export const Field = ({ label, hint, error, children }: FieldProps): JSX.Element => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? 'true' : undefined,
      })}
      {error && (
        <span class="wrong" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onText: (value: string) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly type?: 'text' | 'email'
  readonly autocomplete?: string
  readonly inputMode?: 'text' | 'email' | 'numeric'
  readonly maxLength?: number
  readonly class?: string
  readonly required?: boolean
}

// Each type is a literal, so that the linter can check the roles allowed for it.
const text = { type: 'text' } as const
const email = { type: 'email' } as const
const secret = { type: 'password' } as const

export const TextField = (props: TextFieldProps): JSX.Element => (
  <Field label={props.label} hint={props.hint} error={props.error}>
    {(control) => (
      <input
        {...control}
        class={props.class}
        name={props.name}
        {...(props.type === 'email' ? email : text)}
        inputMode={props.inputMode ?? (props.type === 'email' ? 'email' : 'text')}
        autocomplete={props.autocomplete}
        autocapitalize={props.type === 'email' ? 'none' : undefined}
        spellcheck={false}
        maxLength={props.maxLength}
        required={props.required ?? false}
        value={props.value}
        onInput={(event) => props.onText(event.currentTarget.value)}
      />
    )}
  </Field>
)

interface PasswordFieldProps {
  readonly label: string
  readonly show: string
  readonly hide: string
  readonly value: string
  readonly onText: (value: string) => void
  readonly autocomplete: 'current-password' | 'new-password'
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
}

export const PasswordField = (props: PasswordFieldProps): JSX.Element => {
  const [shown, setShown] = useState(false)
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <span class="with-button">
          <input
            {...control}
            name="password"
            {...(shown ? text : secret)}
            autocomplete={props.autocomplete}
            autocapitalize="none"
            spellcheck={false}
            maxLength={128}
            required={props.required ?? false}
            value={props.value}
            onInput={(event) => props.onText(event.currentTarget.value)}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? props.hide : props.show}
          </button>
        </span>
      )}
    </Field>
  )
}

interface SelectFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onText: (value: string) => void
  readonly choices: readonly (readonly [value: string, text: string])[]
}

export const SelectField = (props: SelectFieldProps): JSX.Element => (
  <Field label={props.label}>
    {(control) => (
      <select
        {...control}
        name={props.name}
        value={props.value}
        onChange={(event) => props.onText(event.currentTarget.value)}
      >
        {props.choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const toneIcon = { info: 'info', warn: 'alert', bad: 'alert', good: 'check' } as const satisfies Record<
  string,
  IconName
>
export type Tone = keyof typeof toneIcon

/** A notice: what happened, what it means and what to do. */
export const Notice = ({
  tone,
  icon,
  children,
  actions,
}: {
  tone: Tone
  icon?: IconName
  children: ComponentChildren
  actions?: ComponentChildren
}): JSX.Element => (
  <div class={`notice ${tone}`}>
    <div class="notice-text">
      <Icon name={icon ?? toneIcon[tone]} />
      <div>{children}</div>
    </div>
    {actions && <div class="row">{actions}</div>}
  </div>
)
