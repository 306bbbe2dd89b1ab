/** The text of a server-sent event. */
import { LiveEvent } from '#contracts/live.ts'
import { outward } from '#contracts/outward.ts'
import { replyFaults } from '../gate/validate.ts'

/** JSON.stringify writes no line breaks, so one data line suffices. */
export const textOf = (event: LiveEvent): Buffer =>
  Buffer.from(`event: ${event.type}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)

/** @throws Error if the event breaks its contract; called if CHECK_REPLIES is set */
export const assertContract = (event: LiveEvent): void => {
  const { data, ...envelope } = event
  const faults = [
    ...replyFaults(LiveEvent, { ...envelope, data: { id: data.id } }),
    ...replyFaults(outward[event.type].data, data),
  ]
  if (faults.length > 0)
    throw new Error(`The event ${event.type} breaks its contract: ${faults.slice(0, 5).join('; ')}`)
}
