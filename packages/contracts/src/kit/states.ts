/** States as data: which move leads from which state to which, and who makes it. */

export interface Move<S extends string> {
  readonly from: readonly S[]
  readonly to: S
  /** who makes it: roles of people, or `time` for the service itself */
  readonly by: readonly string[]
}

/** Whether a record may move so; staying is no move. */
export const mayMove = <S extends string>(moves: readonly Move<S>[], from: S, to: S): boolean =>
  moves.some((move) => move.to === to && move.from.includes(from))
