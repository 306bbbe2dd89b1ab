/** Chooses one of a few reasons, with large buttons. */
import type { JSX } from 'preact'

interface ChoicesProps<Code extends string> {
  readonly legend: string
  readonly name: string
  readonly choices: readonly (readonly [code: Code, text: string])[]
  readonly chosen: Code | undefined
  readonly onChoose: (code: Code) => void
}

export const Choices = <Code extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
}: ChoicesProps<Code>): JSX.Element => (
  <fieldset class="stack tight">
    <legend>{legend}</legend>
    <div class="choices">
      {choices.map(([code, text]) => (
        <label class="choice" key={code}>
          <input type="radio" name={name} checked={chosen === code} onChange={() => onChoose(code)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
