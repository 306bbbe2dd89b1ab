/** Lists the changes that were refused. */
import type { Refusal } from './changes.ts'

export const Refused = ({ refused }: { refused: readonly Refusal[] }) =>
  refused.length === 0 ? null : (
    <div className="error-panel" role="alert">
      {refused.map(({ id, message }) => (
        <p key={id} className="error-title">
          {message}
        </p>
      ))}
    </div>
  )
