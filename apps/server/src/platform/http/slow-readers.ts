/** Clients that do not take their answer are closed, so that nobody fills the memory with answers. */
import type { FastifyInstance } from 'fastify'

/** So long an answer may stand still on its way; Node looks twice before it believes that. */
export const stalledMs = 15_000
/** A live stream is written to each 15 s at least: one that stands still for two of these is not read. */
const streamStalledMs = 40_000
/** What one that is held in memory must move in a second, all in all. A stream may take its time as long as it moves. */
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
    // Node sets it anew when the answer is out.
    socket.setTimeout(isStream ? Math.max(stalled, streamStalledMs) : stalled)
    const length = lengthOf(payload)
    // Less than that is with the system at once.
    if (length > slowest) {
      const timer = setTimeout(() => socket.destroy(), stalled + (length / slowest) * 1000)
      timer.unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
