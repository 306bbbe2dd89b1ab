/** Spans of OpenTelemetry. They cost nothing and do nothing unless `startTracing` was called. */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** Whether traces are collected; set before the server is built. */
export const tracing = { on: false }

/** @returns W3C `traceparent` of the current span, so that a job can continue its trace; null without one */
export const currentTrace = (): string | null => {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/**
 * Runs `work` within a span, which fails as it does; its error is named by its class, as messages contain values.
 * @param parent `traceparent` of the cause; null starts a trace, unless a span is current
 */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  parent: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  const from = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active()
  return trace.getTracer('wellkept').startActiveSpan(name, { attributes }, from, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
      throw error
    } finally {
      span.end()
    }
  })
}
