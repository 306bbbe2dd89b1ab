/** Closes connections of clients that do not read their answer, so that answers cannot fill the memory. */
import type { FastifyInstance } from 'fastify'

/** How long an answer may make no progress; Node checks twice before it closes. */
export const stalledMs = 15_000
/** A live stream sends at least every 15 s; no progress for two of these means that nobody reads. */
const streamStalledMs = 40_000
/** Minimum average speed for an answer in memory. A streamed answer may be slow as long as it progresses. */
const leastBytesPerSecond = 8 * 1024

const lengthOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0

export const limitSlowReaders = (
  app: FastifyInstance,
  { stalled, slowest }: { stalled: number; slowest: number } = {
    stalled: stalledMs,
    slowest: leastBytesPerSecond,
  },
): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    // Node resets it when the answer has been sent.
    socket.setTimeout(isStream ? Math.max(stalled, streamStalledMs) : stalled)
    const length = lengthOf(payload)
    // Smaller answers fit the system's buffer.
    if (length > slowest) {
      const timer = setTimeout(() => socket.destroy(), stalled + (length / slowest) * 1000)
      timer.unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
