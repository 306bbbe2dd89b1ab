/** The time, as a function, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** How far the product's time is from the real one, for what is counted by another clock; 0 outside tests. */
export const movedMicroseconds = (clock: Clock): number =>
  clock === systemClock ? 0 : (clock.now().getTime() - Date.now()) * 1000
